import { z } from 'zod'
import { Cursor, Id, page } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { MAX_UNREAD_NOTICES, Notice } from '../../entities/notice.ts'

/**
 * Notices of the signed-in user's bell: mentions, and what macros and rules notify of. Those of
 * tickets that they may no longer see are not shown (decision 0095).
 */
export const notices = {
  list: route({
    method: 'GET',
    path: '/notices',
    summary: 'Mentions and notices of the signed-in user, newest first',
    access: 'user',
    query: z.object({ cursor: Cursor, limit: z.coerce.number().int().min(1).max(100).default(20) }),
    response: z.object({ notices: z.array(Notice), ...page }),
    errors: ['ERR_INVALID_CURSOR'],
  }),
  unread: route({
    method: 'GET',
    path: '/notices/unread',
    summary: `Unread notices of the signed-in user, the newest ${MAX_UNREAD_NOTICES}`,
    access: 'user',
    response: z.object({ unread: z.array(z.object({ id: Id, ticketId: Id })).max(MAX_UNREAD_NOTICES) }),
  }),
  read: route({
    method: 'POST',
    path: '/notices/read',
    summary: 'Mark notices as read; without ids all of them',
    access: 'user',
    body: z.object({ ids: z.array(Id).max(MAX_UNREAD_NOTICES).optional() }),
    errors: ['ERR_NO_PERMISSION'],
  }),
}
