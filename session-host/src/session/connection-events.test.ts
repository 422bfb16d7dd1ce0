import { InboundEvent } from '@balcao/shared/events/queues.ts'
import { describe, expect, it } from 'vitest'
import { connectionEvent, gapEvent } from './connection-events.ts'

const ids = { companyId: 'c', connectionId: 'n' }
const me = { id: '5511900000001:7@s.whatsapp.net', lid: '987654:7@lid' }
const state = { status: 'OPENING' as const, qrcode: '', retries: 2, me, fence: 4, sequence: 9, at: 1000 }

describe('a state', () => {
  it('is published with its fence, and with nobody’s number before it is open', () => {
    const { event, identity } = connectionEvent(ids, state)
    const { status, qrcode, retries, fence, at } = state
    expect(event).toEqual({ ...ids, type: 'connection', status, qrcode, retries, fence, at })
    expect(InboundEvent.safeParse(event).success).toBe(true)
    expect(identity).toBe('4|9|1000')
  })
  it('CONNECTED says whose it is, without the device', () => {
    const { event } = connectionEvent(ids, { ...state, status: 'CONNECTED' })
    expect(event).toMatchObject({ number: '5511900000001', lid: '987654' })
  })
  it.each([undefined, { id: '' }, { id: 'x' }])('CONNECTED without a number that can be read: %j', who => {
    const { event } = connectionEvent(ids, { ...state, status: 'CONNECTED', me: who })
    expect(event).not.toHaveProperty('number')
    expect(InboundEvent.safeParse(event).success).toBe(true)
  })
  it('is another one each time it is published', () => {
    const identities = [1, 2].map(sequence => connectionEvent(ids, { ...state, sequence }).identity)
    expect(new Set(identities).size).toBe(2)
  })
})

describe('a gap', () => {
  it.each([
    [4999, 0, false],
    [5000, 0, true],
    [10, 1, true],
    [60_000, 3, true],
  ])('of %i ms with %i messages recovered is published: %s', (ms, recovered, isPublished) => {
    const published = gapEvent(ids, { from: 1000, to: 1000 + ms, recovered })
    expect(published).toEqual(
      isPublished
        ? { event: { ...ids, type: 'gap', from: 1000, to: 1000 + ms, recovered }, identity: '1000' }
        : undefined,
    )
  })
})
