import { judgeRule } from '@balcao/shared/rules/automation/decide-rules.ts'
import { RULES } from '../../../data/rules/rule.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { requireTicket } from '../../../data/tickets/ticket.ts'
import { factsOf } from '../../../rules/facts-of.ts'
import { fieldsIn, looksAtContactTags, reasonsOf } from '../../../rules/run-rules.ts'
import type { Operations } from '../operations.ts'
import { shownRule } from './shown-rule.ts'

/**
 * Returns what a rule would do if its event happened to a ticket now, whether or not it is active.
 */
export const tryRule: Operations['rules']['try'] = async ({ companyId }, { params, body }) => {
  const [rule, ticket] = await Promise.all([
    requireRow(companyId, RULES, params.id),
    requireTicket(companyId, body.ticketId),
  ])
  const facts = await factsOf(
    ticket,
    { event: rule.event, fieldIds: fieldsIn([rule]), contactTags: looksAtContactTags([rule]) },
    Date.now(),
  )
  const { matches, because } = judgeRule({ ...rule, active: true }, facts)
  return { matches, because: reasonsOf(because), actions: matches ? (await shownRule(rule, companyId)).actions : [] }
}
