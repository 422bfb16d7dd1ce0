import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { isId } from '../ids.ts'
import { codeMessage } from '../validation/field-message.ts'
import type { FieldType } from './custom-field.ts'
import { ActionResult, ShownAction } from './macro.ts'
import { RuleEvent } from './rule-event.ts'

export const OPERATORS = ['is', 'isNot', 'contains', 'matches', 'greater', 'less'] as const
export type Operator = (typeof OPERATORS)[number]

/** Type of what a condition looks at, which decides its operators and values. */
export type FactType = 'choice' | 'list' | 'text' | 'number' | 'date'

/** Facts a condition may look at. */
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
  /** Service goal that was missed: `firstAnswer` or `resolution`. */
  goal: 'choice',
  tag: 'list',
  /** Tags of the contact itself. */
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
const FACT_NAMES = Object.keys(FACTS) as [FactName, ...FactName[]]

/** Operators by the type of what they compare. */
export const OPERATORS_OF: Record<FactType, readonly Operator[]> = {
  choice: ['is', 'isNot'],
  list: ['contains', 'isNot'],
  text: ['is', 'isNot', 'contains', 'matches'],
  number: ['is', 'isNot', 'greater', 'less'],
  date: ['is', 'isNot', 'greater', 'less'],
}

/** Types of facts by the types of custom fields. */
export const FIELD_FACTS: Record<FieldType, FactType> = {
  text: 'text',
  link: 'text',
  number: 'number',
  date: 'date',
  choice: 'choice',
  boolean: 'choice',
}

/** Custom field as a condition names it. */
const OWN = 'field:'
type OwnFact = `${typeof OWN}${string}`

/**
 * Subject of a condition: a fact, or a custom field of the ticket, its contact or their customer.
 */
export type ConditionField = FactName | OwnFact

const ConditionField = z.union([
  z.enum(FACT_NAMES),
  z.custom<OwnFact>(given => typeof given === 'string' && given.startsWith(OWN) && isId(given.slice(OWN.length)), {
    error: codeMessage('invalid_option'),
  }),
])

/** Returns the id of the custom field that a condition looks at; undefined for another fact. */
export const fieldIdOf = (field: ConditionField): string | undefined =>
  isOwn(field) ? field.slice(OWN.length) : undefined

/** Returns whether a condition looks at a custom field. */
export const isOwn = (field: ConditionField): field is OwnFact => field.startsWith(OWN)

/** Returns how a condition names a custom field. */
export const ownFact = (fieldId: string): OwnFact => `${OWN}${fieldId}`

/** Longest silence that a rule may wait for, in minutes: a year. */
export const MAX_IDLE_MINUTES = 525_600
/** Largest number that a condition may compare: below it every cent is exact. */
const MAX_NUMBER = 1e13

export const RuleCondition = z
  .object({
    field: ConditionField,
    operator: z.enum(OPERATORS),
    value: z.union([z.string().trim().min(1).max(500), z.number()]),
  })
  // The type of a custom field is the company's.
  .refine(({ field, operator }) => isOwn(field) || OPERATORS_OF[FACTS[field]].includes(operator), {
    error: codeMessage('invalid_option'),
    path: ['operator'],
  })
  .superRefine(({ field, value: input }, context) => {
    if (isOwn(field) || FACTS[field] !== 'number') return
    const maximum = field === 'idleMinutes' ? MAX_IDLE_MINUTES : MAX_NUMBER
    const path = ['value']
    if (!Number.isFinite(Number(input)))
      context.addIssue({ code: 'custom', message: codeMessage('not_number'), input, path })
    else if (Number(input) > maximum)
      context.addIssue({ code: 'too_big', origin: 'number', maximum, inclusive: true, input, path })
  })
export type RuleCondition = z.infer<typeof RuleCondition>

const MAX_CONDITIONS = 20
export const RuleConditions = z.array(RuleCondition).max(MAX_CONDITIONS)

/** Automation rule: what is done by itself when an event happens and its conditions hold. */
export const Rule = z.object({
  id: Id,
  name: z.string(),
  event: RuleEvent,
  /** Requires all of the conditions, or any of them. */
  match: z.enum(['all', 'any']),
  conditions: z.array(RuleCondition),
  actions: z.array(ShownAction),
  active: z.boolean(),
  /** Position among the rules of its event, which act one after the other. */
  order: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Rule = z.infer<typeof Rule>

/** Outcome of a condition; `actual` is what stood there, as text. */
export const RuleReason = z.object({
  field: ConditionField,
  operator: z.enum(OPERATORS),
  value: z.union([z.string(), z.number()]),
  actual: z.string().nullable(),
  holds: z.boolean(),
})
export type RuleReason = z.infer<typeof RuleReason>

/** An event that a rule was asked about: it acted, or `reason` says why it did not. */
export const RuleRun = z.object({
  /** Id of the event. */
  id: Id,
  ticketId: Id,
  /** Name of the ticket's contact at that time. */
  contactName: z.string(),
  acted: z.boolean(),
  /** `loop`: a chain of rules that set each other off was ended here. */
  reason: z.enum(['conditions', 'loop']).nullable(),
  because: z.array(RuleReason),
  /** Empty while the actions are still being done. */
  results: z.array(ActionResult),
  createdAt: Instant,
})
export type RuleRun = z.infer<typeof RuleRun>
