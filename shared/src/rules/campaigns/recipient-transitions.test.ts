import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  acknowledge,
  answerTo,
  CONFIRMATION_MS,
  markFailed,
  markSent,
  markUnsent,
  type RecipientSnapshot,
} from './recipient-transitions.ts'

const NOW = Date.parse('2026-11-20T14:00:00Z')
const waiting: RecipientSnapshot = {
  state: 'waiting',
  confirmationRequestedAt: null,
  confirmedAt: null,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  inFlight: null,
}
const sent: RecipientSnapshot = { ...waiting, ...markSent('message', NOW) }

it('the state on a phone only rises, with any events in any order', () => {
  const order = ['sent', 'delivered', 'read', 'answered']
  const word = fc.oneof(
    fc.integer({ min: 0, max: 5 }).map(ack => ({ ack })),
    fc.constant({ answer: true }),
    fc.constant({ error: 'failed' }),
    fc.constant({ error: 'closed' }),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), words => {
      let row: RecipientSnapshot = { ...sent, ...acknowledge(sent, 'message', 2, NOW) }
      for (const event of words) {
        const before = row
        if ('ack' in event) row = { ...row, ...acknowledge(row, 'message', event.ack, NOW + 1) }
        else if ('answer' in event) row = answerTo(row, NOW) ? { ...row, state: 'answered' } : row
        else row = { ...row, ...(event.error === 'failed' ? markFailed(row, 'message') : markUnsent(row, 'message')) }
        expect(order.indexOf(row.state)).toBeGreaterThanOrEqual(order.indexOf(before.state))
        expect(row.deliveredAt).toBe(NOW)
      }
    }),
  )
})

it('who answered before any acknowledgement has the message, whatever follows', () => {
  const answered: RecipientSnapshot = { ...sent, state: 'answered' }
  expect(markFailed(answered, 'message')).toEqual({ inFlight: null })
  expect(markUnsent(answered, 'message')).toEqual({ inFlight: null })
  expect(markFailed(sent, 'message')).toEqual({ state: 'failed', inFlight: null })
  expect(markUnsent(sent, 'message')).toMatchObject({ state: 'waiting', inFlight: null, sentAt: null })
  // A message that arrived in the end has not failed.
  const failed: RecipientSnapshot = { ...sent, ...markFailed(sent, 'message') }
  expect(acknowledge(failed, 'message', 3, NOW)).toMatchObject({ state: 'delivered', deliveredAt: NOW })
})

it('a confirmation is answered within a day', () => {
  const asked: RecipientSnapshot = { ...waiting, ...markSent('confirmation', NOW) }
  expect(answerTo(asked, NOW + CONFIRMATION_MS - 1)).toBe('confirms')
  expect(answerTo(asked, NOW + CONFIRMATION_MS)).toBeUndefined()
  expect(markUnsent({ ...asked, state: 'confirmed', confirmedAt: NOW }, 'confirmation')).toEqual({ inFlight: null })
  expect(acknowledge(asked, 'confirmation', 2, NOW)).toEqual({ inFlight: null })
  expect(answerTo(sent, NOW)).toBe('answers')
  expect(answerTo(waiting, NOW)).toBeUndefined()
})
