/**
 * Rows of a rule's log: what the rule did, and the events it was asked about. A rule that acted on
 * an event has a row for it, which makes it act once. Of the others there is one row per event,
 * with the facts by which their conditions did not hold: a row for each of 500 rules would cost
 * more than the event.
 */
import type { ActionResult } from '@balcao/shared/entities/macro.ts'
import type { RuleReason } from '@balcao/shared/entities/rule.ts'
import type { RuleEvent } from '@balcao/shared/entities/rule-event.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import type { RuleFacts } from '@balcao/shared/rules/automation/decide-rules.ts'
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { queryItems } from '../table/query-items.ts'
import { unlessRefused } from '../table/refused.ts'
import { removePartition } from '../table/remove-keys.ts'
import { putOne, updateOne } from '../table/single-write.ts'
import { put, type Write } from '../table/transact.ts'
import { removeOfGoneTickets } from '../tickets/gone-tickets.ts'

/** Rows of a log, and how long they are kept, seconds. */
export const MAX_LOGGED = 200
const KEPT_SECONDS = 30 * 86_400

const expiryOf = (eventId: string): number => Math.ceil(timeOfId(eventId) / 1000) + KEPT_SECONDS

const RULE_RUNS = defineRow({
  kind: 'ruleRun',
  key: { pk: '${companyId}#rule-runs#${ruleId}', sk: '${eventId}' },
  content: z.object({
    companyId: z.string(),
    ruleId: z.string(),
    eventId: z.string(),
    ticketId: z.string(),
    contactName: z.string(),
    reason: z.literal('loop').optional(),
    because: z.custom<RuleReason[]>(),
    /** Absent while the actions are being done. */
    results: z.custom<ActionResult[]>().optional(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

const RULE_EVENT_ROWS = defineRow({
  kind: 'ruleEvent',
  key: { pk: '${companyId}#rule-events#${event}', sk: '${eventId}' },
  content: z.object({
    companyId: z.string(),
    event: z.custom<RuleEvent>(),
    eventId: z.string(),
    ticketId: z.string(),
    facts: z.custom<RuleFacts>(),
    /** True once all rules were asked; absent before. */
    done: z.literal(true).optional(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

type Run = {
  ruleId: string
  eventId: string
  ticketId: string
  contactName: string
  reason?: 'loop'
  because: RuleReason[]
  results?: ActionResult[]
}

/** Returns the write, labelled `ruleRun`, by which a rule acts on an event; refused if it has. */
export const runWrite = (companyId: string, run: Run): Write =>
  put('ruleRun', RULE_RUNS.create({ companyId, ...run, expiresAt: expiryOf(run.eventId) }))

/** Returns what a rule did for an event; undefined if it did not act. */
export const getRun = (companyId: string, ruleId: string, eventId: string) =>
  RULE_RUNS.get({ companyId, ruleId, eventId }, { consistent: true })

/** Stores the outcome of a rule's actions. */
export async function endRun(companyId: string, ruleId: string, eventId: string, results: ActionResult[]) {
  await updateOne(RULE_RUNS.change({ companyId, ruleId, eventId }, { set: { results } }))
}

/** Stores that rules were asked about an event, once. */
export async function keepRuleEvent(
  companyId: string,
  given: { event: RuleEvent; eventId: string; ticketId: string; facts: RuleFacts },
): Promise<void> {
  await unlessRefused(putOne(RULE_EVENT_ROWS.create({ companyId, ...given, expiresAt: expiryOf(given.eventId) })))
}

/** Returns an event about which rules were asked, or are being asked; undefined for a new one. */
export const getRuleEvent = (companyId: string, event: RuleEvent, eventId: string) =>
  RULE_EVENT_ROWS.get({ companyId, event, eventId }, { consistent: true })

/** Stores that all rules were asked about an event: a repetition asks none of them again. */
export async function endRuleEvent(companyId: string, event: RuleEvent, eventId: string): Promise<void> {
  await unlessRefused(
    updateOne(
      RULE_EVENT_ROWS.change({ companyId, event, eventId }, { set: { done: true }, when: is => [is.exists()] }),
    ),
  )
}

/** Reads the last events of a kind on which a rule acted, newest first. */
export async function lastRuns(companyId: string, ruleId: string) {
  const { attributes } = RULE_RUNS
  const { items } = await queryItems(RULE_RUNS.query({ companyId, ruleId }), MAX_LOGGED, { attributes })
  return items.map(item => RULE_RUNS.parse(item as Record<string, unknown>)!)
}

/**
 * Removes from a rule's log what is about tickets that are gone; continues below `from`. Returns
 * the next position, or null at the end.
 */
export const removeRunsOfGoneTickets = (companyId: string, ruleId: string, from: string | null) =>
  removeOfGoneTickets(companyId, RULE_RUNS.query({ companyId, ruleId }, from ? { below: from } : undefined))

/** Removes the same from the events of a kind about which rules were asked. */
export const removeRuleEventsOfGoneTickets = (companyId: string, event: RuleEvent, from: string | null) =>
  removeOfGoneTickets(companyId, RULE_EVENT_ROWS.query({ companyId, event }, from ? { below: from } : undefined))

/** Reads the last events of a kind about which rules were asked, newest first. */
export async function lastRuleEvents(companyId: string, event: RuleEvent) {
  const { attributes } = RULE_EVENT_ROWS
  const { items } = await queryItems(RULE_EVENT_ROWS.query({ companyId, event }), MAX_LOGGED, { attributes })
  return items.map(item => RULE_EVENT_ROWS.parse(item as Record<string, unknown>)!)
}

/** Deletes the log of a deleted rule. */
export const removeRuns = (companyId: string, ruleId: string): Promise<void> =>
  removePartition(RULE_RUNS.query({ companyId, ruleId }))
