import { describe, expect, it } from 'vitest'
import { shouldNotify } from './notification.ts'

const user = { id: 'ana', queueIds: ['sales'], allTicket: 'disabled' as const }
const ticket = { status: 'open' as const, userId: 'ana', queueId: 'sales', isGroup: false }

describe('shouldNotify', () => {
  it('alerts of the own ticket and of nobody’s', () => {
    expect(shouldNotify(user, ticket)).toBe(true)
    expect(shouldNotify(user, { ...ticket, userId: null })).toBe(true)
    expect(shouldNotify(user, { ...ticket, queueId: null })).toBe(true)
  })
  it('not of another’s, of another queue, of a group', () => {
    expect(shouldNotify(user, { ...ticket, userId: 'bia' })).toBe(false)
    expect(shouldNotify(user, { ...ticket, queueId: 'finance' })).toBe(false)
    expect(shouldNotify(user, { ...ticket, isGroup: true })).toBe(false)
  })
  it('of pending ones only with allTicket', () => {
    const pending = { ...ticket, status: 'pending' as const, userId: null }
    expect(shouldNotify(user, pending)).toBe(false)
    expect(shouldNotify({ ...user, allTicket: 'enabled' }, pending)).toBe(true)
    expect(shouldNotify({ ...user, allTicket: 'enabled' }, { ...pending, queueId: 'finance' })).toBe(false)
  })
})
