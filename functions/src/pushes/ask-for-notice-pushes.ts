import { hasPushDevices } from '../data/account/push-device.ts'
import type { StoredNotice } from '../data/tickets/notice.ts'
import { logger } from '../http/logger.ts'
import { enqueuePush } from '../messaging/enqueue.ts'

/**
 * Leaves it to the worker to push a notice to its users. Never throws: the bell shows it anyway.
 */
export async function askForNoticePushes(
  companyId: string,
  { id: noticeId, ticketId }: StoredNotice,
  userIds: readonly string[],
): Promise<void> {
  try {
    if (!(await hasPushDevices(companyId))) return
    await enqueuePush({ type: 'notice', companyId, ticketId, noticeId, userIds: [...userIds], at: Date.now() })
  } catch (error) {
    logger.warn('no push was requested', { companyId, error: error as Error })
  }
}
