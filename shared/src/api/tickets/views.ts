import { z } from 'zod'
import { Id } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { rowLists, rowRoutes } from '../../api-contract/row-routes.ts'
import { View, ViewFilter } from '../../entities/view.ts'

const common = { path: '/views', row: View, read: 'user', missing: 'ERR_NO_VIEW_FOUND' } as const
const rows = rowRoutes({
  ...common,
  one: 'a view: a saved filter of tickets, with its count',
  audit: 'view',
  change: 'user',
  fields: {
    name: z.string().trim().min(1).max(40),
    shared: z.boolean().default(false),
    queueIds: z.array(Id).max(50).default([]),
    filter: ViewFilter,
  },
  refusals: [
    'ERR_NO_PERMISSION',
    'ERR_VIEW_CANNOT_COMBINE',
    'ERR_VIEW_LIMIT',
    'ERR_NO_QUEUE_FOUND',
    'ERR_NO_USER_FOUND',
    'ERR_NO_TAG_FOUND',
    'ERR_NO_FIELD_FOUND',
  ],
})

/**
 * Views: saved filters of tickets. Users see and change their own; shared ones the people of their
 * queues, or everybody, see, and supervisors and admins change. Whatever is in a view, everybody
 * sees and counts only the tickets that they may see; `GET /tickets?viewId=` lists them.
 */
export const views = {
  ...rowLists({ ...common, field: 'views' }),
  ...rows,
  remove: route({ ...rows.remove, errors: [...rows.remove.errors, 'ERR_NO_PERMISSION'] }),
}
