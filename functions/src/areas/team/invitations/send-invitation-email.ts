import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { takeAttemptSlot } from '../../../data/account/login-attempt.ts'
import { INVITATION_DAYS, type InvitationRow } from '../../../data/team/invitation.ts'
import type { UserContext } from '../../../http/context.ts'
import { enqueueMail } from '../../../messaging/enqueue.ts'

/**
 * Invitations of a company in 15 minutes, and e-mails of one invitation: nobody's mailbox is
 * flooded.
 */
const MAX_INVITATIONS = 50
const MAX_EMAILS = 5

/**
 * Counts an e-mail before it is made.
 * @throws ERR_TOO_MANY_REQUESTS
 */
export async function countEmail(companyId: string, invitationId: string): Promise<void> {
  for (const [kind, value, most] of [
    ['invitation', invitationId, MAX_EMAILS],
    ['invitations', companyId, MAX_INVITATIONS],
  ] as const) {
    const wait = await takeAttemptSlot(kind, value, most)
    if (wait > 0) throw new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: wait } })
  }
}

/** Returns the request time and the expiry of an e-mail sent now. */
export function emailTimes(now = Date.now()): Pick<InvitationRow, 'sentAt' | 'goodUntil'> {
  return {
    sentAt: new Date(now).toISOString(),
    goodUntil: new Date(now + INVITATION_DAYS * 86_400_000).toISOString(),
  }
}

/**
 * Enqueues the invitation's e-mail. The invitation is stored: an unavailable queue is logged, and
 * the e-mail can be sent again.
 */
export async function sendInvitationEmail(ctx: UserContext, { id, email, sentAt }: InvitationRow): Promise<void> {
  const { companyId } = ctx
  try {
    await enqueueMail({ type: 'invitation', id: newId(), to: email, companyId, invitationId: id, sentAt })
  } catch (error) {
    ctx.log.error('a letter was not sent', { requestId: ctx.requestId, invitationId: id, error: error as Error })
  }
}
