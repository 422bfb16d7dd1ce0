import { ServerReport } from '@balcao/shared/entities/server-status.ts'
import { serverProblems } from '@balcao/shared/rules/server-problems.ts'
import { countConnections } from '../../../data/channels/count-connections.ts'
import { callOperations, hasOperations } from '../../../integrations/operations/call-operations.ts'
import { VERSION } from '../../account/version/get-version.ts'
import type { Operations } from '../operations.ts'

export const getStatus: Operations['status']['get'] = async () => {
  const [report, connections] = await Promise.all([readReport(), countConnections()])
  if (!report) {
    const unknown = { disk: null, memory: null, queues: null, deadLetters: null, backup: null }
    return { version: VERSION, ...unknown, connections, problems: [] }
  }
  return { ...report, connections, problems: serverProblems(report) }
}

async function readReport() {
  return hasOperations() ? ServerReport.parse((await callOperations('GET', '/report')).body) : undefined
}
