import { FACTS, fieldIdOf, isOwn, MAX_IDLE_MINUTES, type Rule, type RuleCondition } from '../../entities/rule.ts'
import type { RuleEvent } from '../../entities/rule-event.ts'
import type { TicketPriority, TicketStatus } from '../../entities/ticket.ts'
import type { Language } from '../language.ts'
import { normalizeName } from '../normalize-name.ts'
import { foldedText } from './folded-text.ts'
import { matchesPattern } from './matches-pattern.ts'

type FactValue = string | number | readonly string[] | null

/**
 * Facts known when an event happens. Null: there is none, and no condition on it holds but `isNot`.
 * Amounts are in reais, as in conditions.
 */
export type RuleFacts = { event: RuleEvent } & {
  queue: string | null
  connection: string | null
  user: string | null
  status: TicketStatus | null
  priority: TicketPriority
  hours: 'open' | 'closed'
  language: Language | null
  country: string | null
  orderStatus: string | null
  goal: string | null
  tag: readonly string[]
  /** Tags of the contact itself, where rules look at them. */
  contactTag?: readonly string[]
  words: string | null
  origin: string | null
  contactName: string | null
  orderValue: number | null
  rating: number | null
  idleMinutes: number | null
  /** Values of custom fields by field id, of those that rules look at. */
  fields?: Readonly<Record<string, string | number>>
}

/** Outcome of a condition; `actual` is what stood there. */
export type CheckedCondition = RuleCondition & { actual: FactValue; holds: boolean }

/**
 * Decision about a rule. It does not act because of another event, because it is switched off, or
 * because its conditions do not hold.
 */
export type RuleVerdict =
  | { matches: true; because: CheckedCondition[] }
  | { matches: false; reason: 'event' | 'inactive' | 'conditions'; because: CheckedCondition[] }

function holds({ field, operator, value }: RuleCondition, actual: FactValue): boolean {
  if (operator === 'isNot') return !holds({ field, operator: 'is', value }, actual)
  if (actual === null) return false
  if (Array.isArray(actual)) return actual.includes(String(value))
  const isNumber = typeof actual === 'number'
  // Days are compared as they are written, `yyyy-mm-dd`.
  const [left, right] = isNumber ? [actual, Number(value)] : [String(actual), String(value)]
  if (operator === 'greater') return left > right
  if (operator === 'less') return left < right
  if (isNumber) return operator === 'is' && left === right
  const [text, wanted] = [String(actual), String(value)]
  if (operator === 'matches') return matchesPattern(text, wanted)
  if (operator === 'contains') return foldedText(text).text.includes(normalizeName(wanted))
  if (!isOwn(field) && FACTS[field] === 'choice') return text === wanted
  return foldedText(text).text === normalizeName(wanted)
}

/** Values of unknown facts: no tags of the contact, else nothing. */
const NONE_OF = { list: [], choice: null, text: null, number: null } as const

/** Returns whether a rule acts on an event, and how each of its conditions came out. */
export function judgeRule(
  rule: Pick<Rule, 'event' | 'match' | 'conditions' | 'active'>,
  facts: RuleFacts,
): RuleVerdict {
  const because = rule.conditions.map(condition => {
    const { field } = condition
    const actual = isOwn(field) ? (facts.fields?.[fieldIdOf(field)!] ?? null) : (facts[field] ?? NONE_OF[FACTS[field]])
    return { ...condition, actual, holds: holds(condition, actual) }
  })
  if (rule.event !== facts.event) return { matches: false, reason: 'event', because }
  if (!rule.active) return { matches: false, reason: 'inactive', because }
  const isMet =
    rule.match === 'all' ? because.every(each => each.holds) : because.length === 0 || because.some(each => each.holds)
  return isMet ? { matches: true, because } : { matches: false, reason: 'conditions', because }
}

/** Returns the rules in the order in which they act: by `order`, of equal ones the older first. */
export const inOrder = <R extends Pick<Rule, 'id' | 'order'>>(rules: readonly R[]): R[] =>
  [...rules].sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))

/** Minutes of silence after which a rule without a condition on them acts. */
const IDLE_MINUTES = 60

/** Returns the whole minutes of silence after which a rule about it may first act. */
export function idleMinutesOf({ conditions }: Pick<Rule, 'conditions'>): number {
  const above = conditions.flatMap(({ field, operator, value }) =>
    field === 'idleMinutes' && operator === 'greater' ? [Math.floor(Number(value)) + 1] : [],
  )
  // Timers are made of it: a rule from before values were checked must not stop messages.
  const known = above.filter(minutes => minutes <= MAX_IDLE_MINUTES + 1)
  return Math.max(1, Math.min(...(known.length > 0 ? known : [IDLE_MINUTES])))
}
