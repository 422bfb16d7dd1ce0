import { z } from 'zod'
import { AutomaticText, Id, listQuery, page, plainListQuery } from '../../api-contract/fields.ts'
import { changeWithFile, keptFileRoutes, withFile } from '../../api-contract/kept-file.ts'
import { route } from '../../api-contract/route.ts'
import { rowLists, rowRoutes } from '../../api-contract/row-routes.ts'
import { QuickMessage } from '../../entities/quick-message.ts'

/** Shortcode: `/ Bom  dia` becomes `Bom dia`, since the slash only invokes it. */
export const Shortcode = z
  .string()
  .transform(text =>
    text
      .replace(/^[\s/]+/, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  .pipe(z.string().min(1).max(50))

const common = {
  path: '/quick-messages',
  row: QuickMessage,
  read: 'user',
  missing: 'ERR_NO_QUICK_MESSAGE_FOUND',
} as const
const QUEUE = z
  .union([Id, z.literal('none')])
  .describe('Only those offered in tickets of this queue, of the ones the caller sees; `none`: without a queue')
const TICKET = Id.describe("Only those offered in this ticket: of its queue and of every queue, and the caller's own")

const lists = rowLists({ ...common, field: 'records' })
const rows = rowRoutes({
  ...common,
  one: 'a quick message',
  audit: 'quickMessage',
  change: 'user',
  fields: {
    shortcode: Shortcode,
    message: AutomaticText.default(''),
    geral: z.boolean().default(false),
    status: z.boolean().default(true),
    queueIds: z.array(Id).max(200).default([]),
  },
  refusals: ['ERR_QUICK_MESSAGE_SHORTCODE_ALREADY_EXISTS', 'ERR_NO_QUEUE_FOUND'],
})
const media = keptFileRoutes({ ...common, one: 'a quick message', change: 'user' })

/**
 * Quick messages. Users see and change their own; those with `geral` all users see and admins
 * change; those with `queueIds` the users of these queues, and admins. Another user's own one does
 * not exist for the caller. A shortcode is taken if a user who could see the quick message could
 * see another with it, whatever the queues: a private one conflicts with the company's and the
 * user's own, one of the company with any. Accents and case are ignored.
 */
export const quickMessages = {
  ...lists,
  ...rows,
  /**
   * With `ticketId` those offered in the ticket, which may be in a queue that is not the caller's.
   */
  listAll: route({
    ...lists.listAll,
    query: z.object({ ...plainListQuery, queueId: QUEUE.optional(), ticketId: TICKET.optional() }),
    errors: [...lists.listAll.errors, 'ERR_NO_TICKET_FOUND'],
  }),
  list: route({
    method: 'GET',
    path: common.path,
    summary: "The caller's quick messages and the company's, by shortcode",
    access: 'user',
    query: z.object({
      ...listQuery,
      queueId: QUEUE.optional(),
      userId: Id.describe('Only those this user made, of the ones the caller sees').optional(),
    }),
    response: z.object({ records: z.array(QuickMessage), ...page }),
  }),
  /** Only admins may make one the company's, or return it to its author. */
  create: withFile(route({ ...rows.create, errors: [...rows.create.errors, 'ERR_NO_PERMISSION'] })),
  update: changeWithFile(route({ ...rows.update, errors: [...rows.update.errors, 'ERR_NO_PERMISSION'] })),
  remove: route({ ...rows.remove, errors: [...rows.remove.errors, 'ERR_NO_PERMISSION'] }),
  uploadMedia: route({ ...media.uploadMedia, errors: [...media.uploadMedia.errors, 'ERR_NO_PERMISSION'] }),
  removeMedia: route({ ...media.removeMedia, errors: [...media.removeMedia.errors, 'ERR_NO_PERMISSION'] }),
}
