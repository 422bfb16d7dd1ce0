import type { QueueOption } from '@balcao/shared/entities/queue-option.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { requireQueue } from '../../../data/team/queue.ts'

/**
 * Returns the queue of the company that an option transfers to, else null.
 * @throws ERR_VALIDATION where a transfer names none, ERR_NO_QUEUE_FOUND
 */
export async function targetOf(
  companyId: string,
  { kind, targetQueueId }: Pick<QueueOption, 'kind' | 'targetQueueId'>,
): Promise<string | null> {
  if (kind !== 'queue') return null
  if (targetQueueId === null)
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'targetQueueId', code: 'required' }] })
  return (await requireQueue(companyId, targetQueueId, true)).id
}
