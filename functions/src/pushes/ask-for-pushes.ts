import { hasPushDevices } from '../data/account/push-device.ts'
import type { MessageRow } from '../data/tickets/message-row.ts'
import { logger } from '../http/logger.ts'
import { enqueuePush } from '../messaging/enqueue.ts'

/**
 * Leaves it to the worker to push a message to users who are not looking. Costs half a read unit
 * where nobody gets pushes. Never throws: the message is stored, and users see it when they open
 * the product.
 */
export async function askForPushes({ companyId, ticketId, id }: MessageRow): Promise<void> {
  try {
    if (!(await hasPushDevices(companyId))) return
    await enqueuePush({ type: 'message', companyId, ticketId, messageId: id, at: Date.now() })
  } catch (error) {
    logger.warn('no push was requested', { companyId, error: error as Error })
  }
}
