import { isOfferedIn } from '@balcao/shared/rules/quick-message-visibility.ts'
import {
  offeredQuickMessages,
  type QuickMessageRow,
  visibleQuickMessages,
} from '../../../data/content/quick-message.ts'
import { pageOfMatches } from '../../../data/table/page.ts'
import type { UserContext } from '../../../http/context.ts'
import { plainRows } from '../../../http/plain-list.ts'
import { callerOf, visibleTicket } from '../../tickets/caller.ts'
import type { Operations } from '../operations.ts'
import { shown } from './own-quick-message.ts'

/**
 * Lists quick messages, searched by shortcode and text; queue and user narrow what the caller sees.
 */
export const listQuickMessages: Operations['quickMessages']['list'] = async (ctx, { query }) => {
  const { companyId, actor } = ctx
  const { userId, queueId, ...options } = query
  const all = await seen(ctx, queueId)
  const { rows, hasMore, nextCursor } = await pageOfMatches(
    companyId,
    `quickMessage|${actor.userId}|${userId ?? ''}|${queueId ?? ''}`,
    all.filter(row => userId === undefined || row.userId === userId),
    ({ shortcode, message }) => `${shortcode} ${message}`,
    options,
  )
  return { records: await Promise.all(rows.map(shown)), hasMore, nextCursor }
}

/**
 * Lists all quick messages that the caller sees, or is offered in a ticket: those of the composer.
 */
export const listAllQuickMessages: Operations['quickMessages']['listAll'] = async (ctx, { query }) => {
  const { queueId, ticketId } = query
  const rows = ticketId ? await offeredIn(ctx, ticketId) : await seen(ctx)
  const all = queueId ? rows.filter(row => isOfferedIn(row, queueOf(queueId))) : rows
  const name = `quickMessages|${ctx.actor.userId}|${queueId ?? ''}|${ticketId ?? ''}`
  return Promise.all((await plainRows(ctx, name, all, query)).map(shown))
}

const queueOf = (queueId: string): string | null => (queueId === 'none' ? null : queueId)

async function seen(ctx: UserContext, queueId?: string): Promise<QuickMessageRow[]> {
  const { viewer } = await callerOf(ctx)
  const rows = await visibleQuickMessages(ctx.companyId, viewer)
  return queueId ? rows.filter(row => isOfferedIn(row, queueOf(queueId))) : rows
}

async function offeredIn(ctx: UserContext, ticketId: string): Promise<QuickMessageRow[]> {
  const { ticket, viewer } = await visibleTicket(ctx, ticketId)
  return offeredQuickMessages(ctx.companyId, viewer.userId, ticket.queue?.id ?? null)
}
