import { mayAccess } from '@balcao/shared/access.ts'
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import { mayRewrite } from '@balcao/shared/rules/message-author.ts'
import { requireMessage } from '../../../data/tickets/message.ts'
import type { MessageRow } from '../../../data/tickets/message-row.ts'
import type { UserContext } from '../../../http/context.ts'
import { type Caller, visibleTicket } from '../caller.ts'

type Found = { message: MessageRow; ticket: Awaited<ReturnType<typeof visibleTicket>>['ticket']; user: Caller['user'] }

/**
 * Returns a message and its ticket, which the caller must be allowed to see.
 * @throws ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION
 */
export async function visibleMessage(ctx: UserContext, id: string): Promise<Found> {
  const message = await requireMessage(ctx.companyId, id)
  try {
    const { ticket, user } = await visibleTicket(ctx, message.ticketId)
    return { message, ticket, user }
  } catch (error) {
    // Its ticket was deleted and the message waits for the background job.
    if (error instanceof AppError && error.code === 'ERR_NO_TICKET_FOUND') throw new AppError('ERR_NO_MESSAGE_FOUND')
    throw error
  }
}

/** Refuses with `code` a message that the company did not send, or sent more than `age` ms ago. */
export function assertOwn(message: MessageRow, age: number, code: ErrorCode): void {
  if (!message.fromMe || Date.now() - timeOfId(message.id) > age) throw new AppError(code)
}

/**
 * Refuses with ERR_NO_PERMISSION a message of the company that this user may not change: users may
 * change their own, admins all. The contact's messages are left to `assertOwn`.
 */
export function assertMayRewrite({ actor }: UserContext, message: MessageRow): void {
  const by = { userId: actor.userId, isAdmin: mayAccess('admin', actor) }
  if (message.fromMe && !mayRewrite(message, by)) throw new AppError('ERR_NO_PERMISSION')
}
