import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TICKET_STATUSES } from '../entities/ticket.ts'
import { ticketTransition } from './ticket-status.ts'

const pending = { status: 'pending' as const, userId: null, queueId: 'sales' }
const open = { status: 'open' as const, userId: 'ana', queueId: 'sales' }
const closed = { status: 'closed' as const, userId: 'ana', queueId: 'sales' }

describe('ticketTransition', () => {
  it('accepts a pending ticket for the caller', () => {
    expect(ticketTransition(pending, { status: 'open', userId: 'ana' }, 'ana')).toEqual({
      action: 'accept',
      status: 'open',
      userId: 'ana',
      queueId: 'sales',
    })
  })
  it('does not accept what somebody else holds', () => {
    expect(ticketTransition(open, { status: 'open', userId: 'bia' }, 'bia')).toEqual({
      refused: 'ERR_TICKET_ALREADY_ACCEPTED',
    })
  })
  it('takes the own second click for nothing', () => {
    expect(ticketTransition(open, { status: 'open', userId: 'ana' }, 'ana')).toMatchObject({ action: 'none' })
    expect(ticketTransition(closed, { status: 'closed' }, 'ana')).toMatchObject({ action: 'none' })
  })
  it('accepts for nobody but the caller', () => {
    expect(ticketTransition(pending, { status: 'open', userId: 'bia' }, 'ana')).toEqual({
      refused: 'ERR_TICKET_STATUS',
    })
  })
  it('returns to the queue', () => {
    expect(ticketTransition(open, { status: 'pending' }, 'ana')).toEqual({
      action: 'return',
      status: 'pending',
      userId: null,
      queueId: 'sales',
    })
  })
  it('closes from open and pending', () => {
    expect(ticketTransition(open, { status: 'closed' }, 'bia')).toMatchObject({ action: 'close', userId: 'ana' })
    expect(ticketTransition(pending, { status: 'closed', userId: 'bia' }, 'bia')).toMatchObject({
      action: 'close',
      userId: 'bia',
    })
  })
  it('closes for nobody what nobody has, and gives nobody a ticket, where no person calls', () => {
    expect(ticketTransition(pending, { status: 'closed' }, null)).toMatchObject({ action: 'close', userId: null })
    expect(ticketTransition(open, { status: 'closed' }, null)).toMatchObject({ action: 'close', userId: 'ana' })
    for (const now of [pending, closed])
      expect(ticketTransition(now, { status: 'open' }, null)).toEqual({ refused: 'ERR_TICKET_STATUS' })
  })
  it('reopens for the caller', () => {
    expect(ticketTransition(closed, { status: 'open', userId: 'bia', queueId: 'sales' }, 'bia')).toMatchObject({
      action: 'reopen',
      status: 'open',
      userId: 'bia',
    })
    expect(ticketTransition(closed, { status: 'pending' }, 'bia')).toEqual({ refused: 'ERR_TICKET_STATUS' })
  })
  it('transfers to a user as open, to a queue alone as pending and nobody’s', () => {
    expect(ticketTransition(open, { queueId: 'finance', userId: 'bia' }, 'ana')).toEqual({
      action: 'transfer',
      status: 'open',
      userId: 'bia',
      queueId: 'finance',
    })
    expect(ticketTransition(open, { queueId: 'finance', status: 'open', userId: null }, 'ana')).toEqual({
      action: 'transfer',
      status: 'pending',
      userId: null,
      queueId: 'finance',
    })
  })

  it('never leaves a pending ticket with a user, nor an unchanged one changed', () => {
    const id = fc.constantFrom('ana', 'bia', null)
    const standing = fc.oneof(
      fc.constant(pending),
      fc.record({ status: fc.constant('open' as const), userId: id, queueId: fc.constantFrom('sales', null) }),
      fc.record({ status: fc.constant('closed' as const), userId: id, queueId: fc.constantFrom('sales', null) }),
    )
    const change = fc.record(
      { status: fc.constantFrom(...TICKET_STATUSES), userId: id, queueId: fc.constantFrom('sales', 'finance', null) },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(standing, change, (now, wanted) => {
        const next = ticketTransition(now, wanted, 'ana')
        if ('refused' in next) return true
        if (next.action === 'none') return next.status === now.status && next.userId === now.userId
        return next.status !== 'pending' || next.userId === null
      }),
    )
  })
})
