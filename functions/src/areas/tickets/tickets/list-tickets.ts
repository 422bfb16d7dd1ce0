import { dayRange } from '@balcao/shared/rules/day-range.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { pageOfTickets } from '../../../data/tickets/ticket-list.ts'
import { toWireTicket } from '../../../data/tickets/wire.ts'
import { callerOf } from '../caller.ts'
import type { Operations } from '../operations.ts'

export const listTickets: Operations['tickets']['list'] = async (ctx, { query }) => {
  const { companyId } = ctx
  const dated = query.date !== undefined || query.updatedAt !== undefined
  const [{ viewer }, settings] = await Promise.all([callerOf(ctx), dated ? getSettings(companyId) : undefined])
  const day = (date: string | undefined) => date && settings && dayRange(date, date, settings.timezone)
  const page = await pageOfTickets(
    companyId,
    viewer,
    {
      text: query.searchParam.trim(),
      status: query.status,
      showAll: query.showAll ?? false,
      mine: query.showAll === false,
      queueIds: query.queueIds,
      tags: query.tags,
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
  return { ...page, tickets: await Promise.all(page.tickets.map(toWireTicket)) }
}
