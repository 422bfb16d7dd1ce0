import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { toWireBudget } from '../../../data/orders/budget-row.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import type { UserContext } from '../../../http/context.ts'
import { makeOrder, orderOfKeys } from '../../../sales/make-order.ts'
import { visibleTicket } from '../../tickets/caller.ts'
import type { Operations } from '../operations.ts'
import { callerRef } from './caller.ts'

type Body = Parameters<Operations['budgets']['create']>[1]['body']

const MAX_KEY_LENGTH = 100

/**
 * Creates an order in one transaction. A key that made an order before returns that order, whatever
 * else the call says. The key is looked up before anything is decided, and checked by the
 * transaction.
 */
export const createBudget: Operations['budgets']['create'] = async (ctx, { body }) => {
  const { companyId } = ctx
  const keys = keysOf(ctx, body)
  const known = await orderOfKeys(companyId, keys)
  if (known) return toWireBudget(known)
  const [seller, ticket] = await sellerOf(ctx, body.ticketId)
  return toWireBudget(await makeOrder(companyId, { seller, ticket, body, keys }))
}

/**
 * Returns the draft's id and the caller's key, usually the same: each makes one order.
 * @throws ERR_VALIDATION
 */
function keysOf({ headers }: UserContext, { draftId }: Body): string[] {
  const key = headers['idempotency-key']
  if (key !== undefined && key.length > MAX_KEY_LENGTH)
    throw new AppError('ERR_VALIDATION', {
      details: [{ path: 'Idempotency-Key', code: 'too_long', maximum: MAX_KEY_LENGTH }],
    })
  return [...new Set([draftId, key].filter(each => each !== undefined && each !== ''))] as string[]
}

/**
 * Returns the seller, and the ticket they sell in.
 * @throws ERR_NO_TICKET_FOUND, and ERR_NO_PERMISSION for one they may not see
 */
async function sellerOf(ctx: UserContext, ticketId: string | null): Promise<[UserRef, TicketRow | undefined]> {
  if (ticketId === null) return [await callerRef(ctx), undefined]
  const { user, ticket } = await visibleTicket(ctx, ticketId)
  return [user, ticket]
}
