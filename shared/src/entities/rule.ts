import { z } from 'zod'
import { Id } from '../api-contract/fields.ts'
import { codeMessage } from '../validation/field-message.ts'
import type { Action } from './action.ts'

export const RULE_EVENTS = [
  'message.received',
  'ticket.opened',
  'ticket.transferred',
  'ticket.closed',
  'ticket.rated',
  'ticket.idle',
  'tag.set',
  'order.created',
  'order.status',
  'window.closing',
  'goal.breached',
] as const
export const RuleEvent = z.enum(RULE_EVENTS)
export type RuleEvent = z.infer<typeof RuleEvent>

export const OPERATORS = ['is', 'isNot', 'contains', 'matches', 'greater', 'less'] as const
export type Operator = (typeof OPERATORS)[number]

/** Type of what a condition looks at, which decides its operators and values. */
export type FactType = 'choice' | 'list' | 'text' | 'number'

/** Facts a condition may look at, beside a company's own fields (`field:<id>`). */
export const FACTS = {
  queue: 'choice',
  connection: 'choice',
  user: 'choice',
  status: 'choice',
  priority: 'choice',
  /** `open` or `closed`: working hours of the ticket's queue, holidays included. */
  hours: 'choice',
  /** Language of the message: `pt`, `en` or `es`. */
  language: 'choice',
  /** Calling code of the contact's number, `55`. */
  country: 'choice',
  orderStatus: 'choice',
  goal: 'choice',
  tag: 'list',
  contactTag: 'list',
  words: 'text',
  /** Advertisement or post that brought the contact: its title and address. */
  origin: 'text',
  contactName: 'text',
  /** Value of the order, in reais. */
  orderValue: 'number',
  rating: 'number',
  /** Minutes since the last message of either side. */
  idleMinutes: 'number',
} as const satisfies Record<string, FactType>
export type FactName = keyof typeof FACTS

/** Operators by the type of what they compare. */
export const OPERATORS_OF: Record<FactType, readonly Operator[]> = {
  choice: ['is', 'isNot'],
  list: ['contains', 'isNot'],
  text: ['is', 'isNot', 'contains', 'matches'],
  number: ['is', 'isNot', 'greater', 'less'],
}

export const FIELD_FACT = /^field:[\w-]{1,40}$/
const isFact = (name: string): boolean => Object.hasOwn(FACTS, name) || FIELD_FACT.test(name)

/** Whether a field holds; an own field takes each operator, as its type is known to the server alone. */
export const RuleCondition = z
  .object({
    field: z.string().max(60).refine(isFact, codeMessage('invalid_option')),
    operator: z.enum(OPERATORS),
    value: z.union([z.string().trim().min(1).max(500), z.number(), z.boolean()]),
  })
  .refine(
    ({ field, operator }) => !Object.hasOwn(FACTS, field) || OPERATORS_OF[FACTS[field as FactName]].includes(operator),
    { error: codeMessage('invalid_option'), path: ['operator'] },
  )
export type RuleCondition = z.infer<typeof RuleCondition>

export const MAX_CONDITIONS = 20
export const RuleConditions = z.array(RuleCondition).max(MAX_CONDITIONS)

/** What a rule decides by; its row has more. */
export type RuleContent = {
  id: string
  name: string
  event: RuleEvent
  match: 'all' | 'any'
  conditions: readonly RuleCondition[]
  actions: readonly Action[]
  active: boolean
  order: number
}

/** Reference of a rule where its work is shown. */
export const RuleRef = z.object({ id: Id, name: z.string() })
export type RuleRef = z.infer<typeof RuleRef>
