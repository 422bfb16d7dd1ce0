import { AppError } from '@balcao/shared/errors.ts'
import { callOperations, hasOperations } from '../../../integrations/operations/call-operations.ts'
import type { Operations } from '../operations.ts'

export const replayDeadLetters: Operations['status']['replay'] = async ({ log }, { params: { queue } }) => {
  if (!hasOperations()) throw new AppError('ERR_SERVER_ONLY')
  const answer = await callOperations('POST', `/dead-letters/${encodeURIComponent(queue)}/replay`)
  if (answer.status === 404) throw new AppError('ERR_NO_DEAD_LETTERS_FOUND')
  if (answer.status !== 200) throw new Error(`the operations endpoint answered ${answer.status}`)
  log.info('dead letters replayed', { queue })
}
