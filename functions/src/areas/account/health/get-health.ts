import type { account } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { ServerParts } from '@balcao/shared/entities/server-status.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { getItem } from '../../../data/table/get-item.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { callOperations, hasOperations } from '../../../integrations/operations/call-operations.ts'

const CHECK_MS = 1000
const ALL_AWAY: ServerParts = { table: false, queues: false, objects: false, whatsapp: false }

export const getHealth: Handlers<typeof account, HttpContexts>['health']['get'] = async () => {
  const parts = await readParts()
  if (Object.values(parts).includes(false)) throw new AppError('ERR_UNAVAILABLE', { data: { status: 'down', parts } })
  return { status: 'ok' }
}

async function readParts(): Promise<ServerParts> {
  if (!hasOperations()) return { table: await tableAnswers(), queues: null, objects: null, whatsapp: null }
  try {
    return ServerParts.parse((await callOperations('GET', '/parts')).body)
  } catch {
    return ALL_AWAY
  }
}

/** Returns whether the table answers in time. No row has this key. */
async function tableAnswers(): Promise<boolean> {
  const asked = getItem({ pk: 'system#health', sk: 'health' }, false).then(
    () => true,
    () => false,
  )
  return Promise.race([asked, new Promise<boolean>(resolve => setTimeout(resolve, CHECK_MS, false))])
}
