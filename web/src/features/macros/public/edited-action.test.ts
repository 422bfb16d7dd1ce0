import type { Action } from '@balcao/shared/entities/macro.ts'
import { newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { isComplete, newAction, toAction, toEdited } from './edited-action.ts'
import { amountOf, durationOf } from './snooze-time.ts'

const id = newId()
const all: Action[] = [
  { type: 'reply', text: 'Olá' },
  { type: 'reply', quickMessageId: id },
  { type: 'reply', templateId: id },
  { type: 'note', text: 'Visto' },
  { type: 'tag', tagId: id },
  { type: 'untag', tagId: id },
  { type: 'queue', queueId: id },
  { type: 'assign', userId: id },
  { type: 'assign' },
  { type: 'priority', priority: 'urgent' },
  { type: 'snooze', until: 'monday' },
  { type: 'resolve', farewell: false },
  { type: 'resolve', farewell: true },
  { type: 'webhook', webhookId: id },
  { type: 'snooze', until: 'PT4H' },
  { type: 'email', to: 'caixa@example.com', subject: 'Boleto', text: 'Pago' },
  { type: 'notify', userId: id, text: 'Veja' },
  { type: 'notify', queueId: id, text: 'Vejam' },
]

it.each(all)('is the same after editing: %j', action => {
  expect(toAction(toEdited(action))).toEqual(action)
  expect(isComplete(toEdited(action))).toBe(true)
})

it('needs what it is about, but for an assignment to whoever runs it', () => {
  expect(isComplete(newAction('tag'))).toBe(false)
  expect(isComplete(newAction('note', '  '))).toBe(false)
  expect(isComplete(newAction('assign'))).toBe(true)
  expect(isComplete(newAction('assign'), false)).toBe(false)
  expect(isComplete(newAction('snooze'))).toBe(true)
  expect(isComplete(newAction('notify', 'Veja'))).toBe(false)
  expect(isComplete({ ...newAction('email', 'Pago'), to: 'caixa@example.com' })).toBe(false)
})

it.each([
  ['PT30M', { amount: 30, unit: 'minutes' }],
  ['PT4H', { amount: 4, unit: 'hours' }],
  ['P2D', { amount: 2, unit: 'days' }],
] as const)('reads and writes the length %s', (until, length) => {
  expect(amountOf(until)).toEqual(length)
  expect(durationOf(length.amount, length.unit)).toBe(until)
  expect([amountOf('tomorrow'), durationOf(0, 'days'), durationOf(Number.NaN, 'days')]).toEqual([undefined, '', ''])
})
