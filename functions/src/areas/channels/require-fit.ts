import { AppError } from '@balcao/shared/errors.ts'
import type { WhatsappRow } from '../../data/channels/whatsapp.ts'
import { requireQueues } from '../../data/team/queue.ts'

type Concerned = Pick<WhatsappRow, 'queueIds' | 'greetingMessage' | 'sendIdQueue' | 'transferQueueId'>

/**
 * Requires that queues are the company's (ERR_NO_QUEUE_FOUND); several make a menu, and a menu
 * needs a greeting (ERR_WAPP_GREETING_REQUIRED).
 */
export async function requireFit(companyId: string, connection: Concerned): Promise<void> {
  const { queueIds, greetingMessage, sendIdQueue, transferQueueId } = connection
  if (new Set(queueIds).size > 1 && greetingMessage.trim() === '') throw new AppError('ERR_WAPP_GREETING_REQUIRED')
  await requireQueues(
    companyId,
    [...queueIds, sendIdQueue, transferQueueId].filter(id => id !== null),
  )
}
