import type { RuleReason } from '@balcao/shared/entities/rule.ts'
import { runActions } from '../actions/run-actions.ts'
import type { RuleRow } from '../data/rules/rule.ts'
import { withRuleDepth } from '../data/rules/rule-event.ts'
import { endRun, getRun, runWrite } from '../data/rules/rule-run.ts'
import { transact, WriteConflict } from '../data/table/transact.ts'
import { wordsOf } from '../data/tickets/last-message.ts'
import { ticketExists } from '../data/tickets/ticket.ts'
import { logEntry } from '../data/tickets/ticket-log.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { publishTicketLogs } from '../messaging/publish-ticket.ts'

/** Rules that may set each other off one after the other; the next one is ended and told. */
const MAX_DEPTH = 5

type Occasion = { ticket: TicketRow; eventId: string; depth: number; because: RuleReason[] }

/**
 * Lets a rule act on an event, once: its run is a row, written with the entry in the ticket's
 * history. A call after one that died in between goes on with the actions, which are idempotent.
 */
export async function runRule(rule: RuleRow, { ticket, eventId, depth, because }: Occasion): Promise<void> {
  const { companyId, id: ticketId } = ticket
  const isLoop = depth >= MAX_DEPTH
  const { id: ruleId, name } = rule
  const { write, log } = logEntry(companyId, ticketId, {
    type: isLoop ? 'ruleLoop' : 'rule',
    rule: { id: ruleId, name },
  })
  const run = { ruleId, eventId, ticketId, contactName: ticket.contact.name, because }
  const ended = isLoop ? { reason: 'loop' as const, results: [] } : {}
  try {
    await transact([runWrite(companyId, { ...run, ...ended }), ticketExists(companyId, ticketId), write])
    await publishTicketLogs(ticket, [log])
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error
    // The ticket was deleted, or the rule has acted, wholly or in part.
    if (error.label !== 'ruleRun' || (await getRun(companyId, ruleId, eventId))?.results) return
  }
  if (isLoop) return
  const by = { kind: 'rule', viewer: null, user: null, rule: { id: ruleId, name } } as const
  const context = {
    companyId,
    by,
    ticketId,
    key: `${eventId}#${ruleId}`,
    listId: ruleId,
    // The rule was asked about the ticket as it stood here.
    seenContactMessage: wordsOf(ticket)?.place ?? '',
  }
  const { steps } = await withRuleDepth(depth + 1, () => runActions(context, rule.actions))
  const results = steps.map(({ type, error }) => ({ type, ok: error === undefined, ...(error ? { error } : {}) }))
  await endRun(companyId, ruleId, eventId, results)
}
