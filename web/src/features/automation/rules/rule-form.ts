import { rules } from '@balcao/shared/api/tickets/rules.ts'
import type { CustomField } from '@balcao/shared/entities/custom-field.ts'
import {
  type ConditionField,
  FACTS,
  type FactName,
  type FactType,
  FIELD_FACTS,
  fieldIdOf,
  isOwn,
  OPERATORS_OF,
  type RuleCondition,
} from '@balcao/shared/entities/rule.ts'
import type { RuleEvent } from '@balcao/shared/entities/rule-event.ts'
import { codeMessage } from '@balcao/shared/validation/field-message.ts'
import { z } from 'zod'
import type { EditedAction } from '#/features/macros/public/edited-action.ts'

/** Facts that only some events have; the others are known of every ticket. */
const ONLY_OF: Partial<Record<FactName, readonly RuleEvent[]>> = {
  orderStatus: ['order.created', 'order.status'],
  orderValue: ['order.created', 'order.status'],
  rating: ['ticket.rated', 'ticket.closed'],
  idleMinutes: ['ticket.idle', 'window.closing'],
  goal: ['goal.breached'],
}

/** Returns the facts that a condition on an event may look at. */
export const factsOf = (event: RuleEvent): FactName[] =>
  (Object.keys(FACTS) as FactName[]).filter(fact => ONLY_OF[fact]?.includes(event) ?? true)

/**
 * Returns the custom field that a condition looks at; undefined for
 * another fact, and a deleted one.
 */
export const ownFieldOf = (field: ConditionField, own: readonly CustomField[]): CustomField | undefined =>
  own.find(({ id }) => id === fieldIdOf(field))

/** Returns the type of what a condition looks at. */
export const factType = (field: ConditionField, own: readonly CustomField[]): FactType =>
  isOwn(field) ? FIELD_FACTS[ownFieldOf(field, own)?.type ?? 'text'] : FACTS[field]

/** Returns a condition on a fact whose value is still to be chosen. */
export function newCondition(field: ConditionField, own: readonly CustomField[]): RuleCondition {
  const type = factType(field, own)
  return {
    field,
    operator: type === 'text' ? 'contains' : type === 'number' ? 'greater' : OPERATORS_OF[type][0]!,
    value: '',
  }
}

/** Fields that a rule begins with: its own, or those of a ready-made one. */
export interface RuleDraft {
  name: string
  event: RuleEvent
  match: 'all' | 'any'
  conditions: RuleCondition[]
  actions: EditedAction[]
  active: boolean
}

/** Fields of a rule's form. A number is one: an empty field would be a text. */
export const ruleFields = rules.create.body
  .omit({ actions: true })
  .extend({ actions: z.custom<EditedAction[]>() })
  .superRefine(({ conditions }, context) => {
    for (const [at, { field, value }] of conditions.entries())
      if (!isOwn(field) && FACTS[field] === 'number' && typeof value !== 'number')
        context.addIssue({ code: 'custom', path: ['conditions', at, 'value'], message: codeMessage('required') })
  })
