import fc from 'fast-check'
import { expect, it } from 'vitest'
import { acknowledge, answerTo, CONFIRMATION_MS, comeBack, fail, leave, type Standing } from './shipping-step.ts'

const NOW = Date.parse('2026-11-20T14:00:00Z')
const waiting: Standing = {
  state: 'waiting',
  confirmationRequestedAt: null,
  confirmedAt: null,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  inFlight: null,
}
const sent: Standing = { ...waiting, ...leave('message', NOW) }

it('what a phone has goes only up, whatever is said in whichever order', () => {
  const order = ['sent', 'delivered', 'read', 'answered']
  const word = fc.oneof(
    fc.integer({ min: 0, max: 5 }).map(ack => ({ ack })),
    fc.constant({ answer: true }),
    fc.constant({ error: 'failed' }),
    fc.constant({ error: 'closed' }),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), words => {
      let row: Standing = { ...sent, ...acknowledge(sent, 'message', 2, NOW) }
      for (const said of words) {
        const before = row
        if ('ack' in said) row = { ...row, ...acknowledge(row, 'message', said.ack, NOW + 1) }
        else if ('answer' in said) row = answerTo(row, NOW) ? { ...row, state: 'answered' } : row
        else row = { ...row, ...(said.error === 'failed' ? fail(row, 'message') : comeBack(row, 'message')) }
        expect(order.indexOf(row.state)).toBeGreaterThanOrEqual(order.indexOf(before.state))
        expect(row.deliveredAt).toBe(NOW)
      }
    }),
  )
})

it('who answered before WhatsApp said a word has the message, whatever it says then', () => {
  const answered: Standing = { ...sent, state: 'answered' }
  expect(fail(answered, 'message')).toEqual({ inFlight: null })
  expect(comeBack(answered, 'message')).toEqual({ inFlight: null })
  expect(fail(sent, 'message')).toEqual({ state: 'failed', inFlight: null })
  expect(comeBack(sent, 'message')).toMatchObject({ state: 'waiting', inFlight: null, sentAt: null })
  // A message that arrived after all has not failed.
  const failed: Standing = { ...sent, ...fail(sent, 'message') }
  expect(acknowledge(failed, 'message', 3, NOW)).toMatchObject({ state: 'delivered', deliveredAt: NOW })
})

it('a confirmation is answered within a day', () => {
  const asked: Standing = { ...waiting, ...leave('confirmation', NOW) }
  expect(answerTo(asked, NOW + CONFIRMATION_MS - 1)).toBe('confirms')
  expect(answerTo(asked, NOW + CONFIRMATION_MS)).toBeUndefined()
  expect(comeBack({ ...asked, state: 'confirmed', confirmedAt: NOW }, 'confirmation')).toEqual({ inFlight: null })
  expect(acknowledge(asked, 'confirmation', 2, NOW)).toEqual({ inFlight: null })
  expect(answerTo(sent, NOW)).toBe('answers')
  expect(answerTo(waiting, NOW)).toBeUndefined()
})
