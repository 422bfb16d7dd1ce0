import { hasPushDevices } from '../data/account/push-device.ts'
import type { MessageRow } from '../data/tickets/message-row.ts'
import { logger } from '../http/logger.ts'
import { enqueuePush } from '../messaging/enqueue.ts'

/**
 * Leaves it to the worker to tell those of a message who do not look. Half a read unit where nobody is told by push. Never fails its caller:
 * the message is there, and whoever opens the product sees it.
 */
export async function askForPushes({ companyId, ticketId, id }: MessageRow): Promise<void> {
  try {
    if (!(await hasPushDevices(companyId))) return
    await enqueuePush({ type: 'message', companyId, ticketId, messageId: id, at: Date.now() })
  } catch (error) {
    logger.warn('nobody is told by push', { companyId, error: error as Error })
  }
}
