import type { Action } from '@balcao/shared/entities/macro.ts'
import { newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { isComplete, newAction, toAction, toEdited } from './edited-action.ts'

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
})
