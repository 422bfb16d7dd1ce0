import { ServerReport } from '@balcao/shared/entities/server-status.ts'
import { serverProblems } from '@balcao/shared/rules/server-problems.ts'
import { countConnectionStates } from '../../../data/channels/connection-states.ts'
import { callOperations, hasOperations } from '../../../integrations/operations/call-operations.ts'
import { VERSION } from '../../account/version/get-version.ts'
import type { Operations } from '../operations.ts'

export const getStatus: Operations['status']['get'] = async () => {
  const [report, connections] = await Promise.all([readReport(), countConnectionStates()])
  if (!report) {
    const unknown = { disk: null, memory: null, queues: null, deadLetters: null, backup: null }
    return { version: VERSION, ...unknown, connections, problems: [] }
  }
  return { ...report, connections, problems: serverProblems(report) }
}

async function readReport() {
  return hasOperations() ? ServerReport.parse((await callOperations('GET', '/report')).body) : undefined
}
