import { unreadNoticesOf } from '../../../data/tickets/notice.ts'
import { callerOf } from '../../tickets/caller.ts'
import type { Operations } from '../operations.ts'
import { seenNotices } from './seen-notices.ts'

/** Costs half a read unit without an unread notice. */
export const listUnreadNotices: Operations['notices']['unread'] = async ctx => {
  const { companyId, actor } = ctx
  const stored = await unreadNoticesOf(companyId, actor.userId)
  if (stored.length === 0) return { unread: [] }
  const seen = await seenNotices(companyId, (await callerOf(ctx)).viewer, stored)
  return { unread: seen.filter(notice => notice !== undefined).map(({ id, ticketId }) => ({ id, ticketId })) }
}
