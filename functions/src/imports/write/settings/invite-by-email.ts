import { newId } from '@balcao/shared/ids.ts'
import { createRow } from '../../../data/table/small-list.ts'
import type { Write } from '../../../data/table/transact.ts'
import { INVITATION_DAYS, INVITATIONS, type InvitationRow } from '../../../data/team/invitation.ts'
import { timerWrite } from '../../../data/timers/timer.ts'
import { logger } from '../../../http/logger.ts'
import { enqueueMail } from '../../../messaging/enqueue.ts'

/** Returns the times of an invitation that is sent now, or of one that was never sent. */
export function invitationTimes(isSent: boolean): Pick<InvitationRow, 'sentAt' | 'goodUntil'> {
  const now = Date.now()
  const until = isSent ? now + INVITATION_DAYS * 86_400_000 : now
  return { sentAt: new Date(now).toISOString(), goodUntil: new Date(until).toISOString() }
}

/**
 * Stores an invitation with `writes` and sends its e-mail; if its queue is away, the e-mail can be
 * sent again by hand. Throws ERR_PLAN_LIMIT.
 */
export async function inviteByEmail(companyId: string, row: InvitationRow, writes: readonly Write[]): Promise<void> {
  const expiry = timerWrite({
    type: 'expireInvitation',
    companyId,
    invitationId: row.id,
    expiresAt: row.goodUntil,
    dueAt: Date.parse(row.goodUntil),
  })
  await createRow(companyId, INVITATIONS, row, {
    writes: [...writes, expiry],
    refusals: { usage: 'ERR_PLAN_LIMIT' },
  })
  try {
    const { id: invitationId, email: to, sentAt } = row
    await enqueueMail({ type: 'invitation', id: newId(), to, companyId, invitationId, sentAt })
  } catch (error) {
    logger.warn('an invitation was not sent', { companyId, invitationId: row.id, error: error as Error })
  }
}
