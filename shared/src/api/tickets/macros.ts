import { z } from 'zod'
import { Id, IdParams, Instant } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { rowLists, rowRoutes } from '../../api-contract/row-routes.ts'
import { Action, ActionResult, MAX_ACTIONS, Macro, ShownAction } from '../../entities/macro.ts'
import { SeenContactMessage } from './seen-contact-message.ts'

const common = { path: '/macros', row: Macro, read: 'user', missing: 'ERR_NO_MACRO_FOUND' } as const
const rows = rowRoutes({
  ...common,
  one: 'a macro',
  audit: 'macro',
  change: 'user',
  fields: {
    name: z.string().trim().min(1).max(60),
    shared: z.boolean().default(false),
    actions: z.array(Action).min(1).max(MAX_ACTIONS),
  },
  refusals: [
    'ERR_NO_PERMISSION',
    'ERR_NO_TAG_FOUND',
    'ERR_NO_QUEUE_FOUND',
    'ERR_NO_USER_FOUND',
    'ERR_NO_QUICK_MESSAGE_FOUND',
    'ERR_NO_TEMPLATE_FOUND',
    'ERR_NO_WEBHOOK_FOUND',
  ],
})

const onTicket = z.object({ ticketId: Id })

/**
 * Macros. Users see and change their own; shared ones all users see and admins change. Another
 * user's own one does not exist for the caller.
 */
export const macros = {
  ...rowLists({ ...common, field: 'macros' }),
  ...rows,
  remove: route({ ...rows.remove, errors: [...rows.remove.errors, 'ERR_NO_PERMISSION'] }),
  /**
   * Runs a macro's actions on a ticket in their order, with the rights of the caller. A refused
   * action is listed and the others go on. A repeated call with the same key goes on where the
   * first one ended, and does nothing twice.
   */
  run: route({
    method: 'POST',
    path: '/macros/{id}/run',
    summary: 'Run a macro on a ticket; with an idempotency key once',
    access: 'user',
    headers: {
      'Idempotency-Key':
        'At most 100 characters. For 24 hours a call with the same key answers the run of the first one; for another macro or ticket it is 409 ERR_IDEMPOTENCY_KEY_REUSED',
    },
    params: IdParams,
    /** `seenContactMessage` is for its actions that resolve or snooze. */
    body: onTicket.extend({ seenContactMessage: SeenContactMessage.optional() }),
    response: z.object({
      results: z.array(ActionResult),
      /** Key that takes the run back until a time; null if nothing of it can be taken back. */
      undo: z.object({ key: z.string(), until: Instant }).nullable(),
    }),
    errors: [
      'ERR_NO_MACRO_FOUND',
      'ERR_NO_TICKET_FOUND',
      'ERR_NO_PERMISSION',
      'ERR_IDEMPOTENCY_KEY_REUSED',
      'ERR_CONFLICT',
    ],
  }),
  /** Takes back what can be taken back: all but messages that were sent and webhooks. */
  undo: route({
    method: 'POST',
    path: '/macros/{id}/undo',
    summary: 'Take back what a run of a macro changed, within a minute',
    access: 'user',
    params: IdParams,
    body: z.object({ ticketId: Id, key: z.string().min(1).max(100) }),
    response: z.object({ results: z.array(ActionResult) }),
    errors: ['ERR_NO_MACRO_FOUND', 'ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION', 'ERR_NO_MACRO_RUN_FOUND'],
  }),
  /** Answers what a run would do now: texts as they would be sent, and what would be refused. */
  preview: route({
    method: 'POST',
    path: '/macros/{id}/preview',
    summary: 'Preview of a macro on a ticket',
    access: 'user',
    params: IdParams,
    body: onTicket,
    response: z.object({ actions: z.array(ShownAction.extend({ error: z.string().optional() })) }),
    errors: ['ERR_NO_MACRO_FOUND', 'ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION'],
  }),
}
