import { z } from 'zod'
import { Id, IdParams } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { rowLists, rowRoutes } from '../../api-contract/row-routes.ts'
import { Action, MAX_ACTIONS, ShownAction } from '../../entities/macro.ts'
import { Rule, RuleConditions, RuleReason, RuleRun } from '../../entities/rule.ts'
import { RuleEvent } from '../../entities/rule-event.ts'

const rights = { read: 'admin', change: 'admin' } as const

const rows = rowRoutes({
  ...rights,
  path: '/rules',
  one: 'an automation rule',
  audit: 'rule',
  row: Rule,
  fields: {
    name: z.string().trim().min(2).max(80),
    event: RuleEvent,
    match: z.enum(['all', 'any']).default('all'),
    conditions: RuleConditions.default([]),
    actions: z.array(Action).min(1).max(MAX_ACTIONS),
    active: z.boolean().default(false),
    order: z.number().int().min(0).max(1_000_000).default(0),
  },
  missing: 'ERR_NO_RULE_FOUND',
  refusals: [
    'ERR_RULE_NAME_ALREADY_EXISTS',
    'ERR_RULE_NEEDS_USER',
    'ERR_NO_FIELD_FOUND',
    'ERR_NO_TAG_FOUND',
    'ERR_NO_QUEUE_FOUND',
    'ERR_NO_USER_FOUND',
    'ERR_NO_QUICK_MESSAGE_FOUND',
    'ERR_NO_TEMPLATE_FOUND',
    'ERR_NO_WEBHOOK_FOUND',
  ],
})

/** Automation rules of the company: when an event happens and conditions hold, then actions. */
export const rules = {
  ...rowLists({ ...rights, path: '/rules', field: 'rules', row: Rule }),
  ...rows,
  create: route({ ...rows.create, errors: [...rows.create.errors, 'ERR_RULE_LIMIT'] }),
  try: route({
    method: 'POST',
    path: '/rules/{id}/try',
    summary: 'Preview of a rule on a ticket as it is now; nothing is changed',
    access: 'admin',
    params: IdParams,
    body: z.object({ ticketId: Id }),
    response: z.object({ matches: z.boolean(), because: z.array(RuleReason), actions: z.array(ShownAction) }),
    errors: ['ERR_NO_RULE_FOUND', 'ERR_NO_TICKET_FOUND'],
  }),
  runs: route({
    method: 'GET',
    path: '/rules/{id}/runs',
    summary: 'Last 200 events a rule was asked about, newest first, with what it did or why it did nothing',
    access: 'admin',
    params: IdParams,
    response: z.object({ runs: z.array(RuleRun) }),
    errors: ['ERR_NO_RULE_FOUND'],
  }),
}
