import { AppError } from '@balcao/shared/errors.ts'
import { dayRange } from '@balcao/shared/rules/day-range.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { fieldFilters } from '../../../data/fields/field-filters.ts'
import { pageOfTickets } from '../../../data/tickets/ticket-list.ts'
import { toWireTicket } from '../../../data/tickets/wire.ts'
import { requireVisibleView } from '../../../data/views/view.ts'
import { pageOfView } from '../../../data/views/view-page.ts'
import type { UserContext } from '../../../http/context.ts'
import { searchOf } from '../../../http/hidden-search.ts'
import { callerOf } from '../caller.ts'
import type { Operations } from '../operations.ts'

type Query = Parameters<Operations['tickets']['list']>[1]['query']

/** Filters of the list that do not go with a view, which is one. */
const FILTERS = [
  ...(['searchParam', 'status', 'date', 'updatedAt', 'queueIds', 'tags', 'fields', 'users', 'origin', 'ids'] as const),
  ...(['withUnreadMessages', 'priority', 'snoozed', 'order'] as const),
] as const

async function ticketsOfView(ctx: UserContext, viewId: string, query: Query) {
  const other = FILTERS.find(name => query[name] !== undefined && query[name] !== '')
  if (other) throw new AppError('ERR_VALIDATION', { details: [{ path: 'viewId', code: 'excludes', other }] })
  const { viewer } = await callerOf(ctx)
  const view = await requireVisibleView(ctx.companyId, viewId, viewer)
  const page = await pageOfView(ctx.companyId, viewer, view, {
    limit: query.limit,
    cursor: query.cursor,
    pageNumber: query.pageNumber,
  })
  return { ...page, tickets: await Promise.all(page.tickets.map(toWireTicket)) }
}

export const listTickets: Operations['tickets']['list'] = async (ctx, { query }) => {
  const { companyId } = ctx
  if (query.viewId) return ticketsOfView(ctx, query.viewId, query)
  const { text, accept } = await searchOf(ctx, query.searchParam)
  if (text === null) return { tickets: [], hasMore: false, nextCursor: null }
  const dated = query.date !== undefined || query.updatedAt !== undefined
  const [{ viewer }, settings] = await Promise.all([callerOf(ctx), dated ? getSettings(companyId) : undefined])
  const day = (date: string | undefined) => date && settings && dayRange(date, date, settings.timezone)
  const page = await pageOfTickets(
    companyId,
    viewer,
    {
      text: text.trim(),
      status: query.status,
      showAll: query.showAll ?? false,
      mine: query.showAll === false,
      queueIds: query.queueIds,
      tags: query.tags,
      fields: query.fields && (await fieldFilters(companyId, 'ticket', query.fields)),
      users: query.users,
      created: day(query.date) || undefined,
      touched: day(query.updatedAt) || undefined,
      origin: query.origin,
      priority: query.priority,
      unread: query.withUnreadMessages ?? false,
      snoozed: query.snoozed,
      byWaiting: query.order === 'waiting',
      ids: query.ids,
    },
    { limit: query.limit, cursor: query.cursor, pageNumber: query.pageNumber },
  )
  const tickets = page.tickets.filter(({ id, contact }) => accept({ id, number: contact.number }))
  return { ...page, tickets: await Promise.all(tickets.map(toWireTicket)) }
}
