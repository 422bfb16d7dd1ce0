import { describe, expect, it } from 'vitest'
import { maySeeTicket } from './ticket-visibility.ts'

const viewer = {
  userId: 'me',
  profile: 'user' as const,
  super: false,
  queueIds: ['sales'],
  allTicket: 'disabled' as const,
}

describe('maySeeTicket', () => {
  it('shows a plain user the tickets of the own queues and those assigned to them', () => {
    expect(maySeeTicket(viewer, { queueId: 'sales', userId: null })).toBe(true)
    expect(maySeeTicket(viewer, { queueId: 'sales', userId: 'other' })).toBe(true)
    expect(maySeeTicket(viewer, { queueId: 'support', userId: 'me' })).toBe(true)
    expect(maySeeTicket(viewer, { queueId: 'support', userId: null })).toBe(false)
  })

  it('shows tickets without a queue only with allTicket', () => {
    expect(maySeeTicket(viewer, { queueId: null, userId: null })).toBe(false)
    expect(maySeeTicket({ ...viewer, allTicket: 'enabled' }, { queueId: null, userId: null })).toBe(true)
    expect(maySeeTicket({ ...viewer, allTicket: 'enabled' }, { queueId: 'support', userId: null })).toBe(false)
  })

  it('shows admins and super users everything, supervisors no more than a plain user', () => {
    expect(maySeeTicket({ ...viewer, profile: 'admin' }, { queueId: 'support', userId: null })).toBe(true)
    expect(maySeeTicket({ ...viewer, super: true }, { queueId: 'support', userId: null })).toBe(true)
    expect(maySeeTicket({ ...viewer, profile: 'supervisor' }, { queueId: 'support', userId: null })).toBe(false)
  })
})
