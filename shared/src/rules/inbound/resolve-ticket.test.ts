import { describe, expect, it } from 'vitest'
import { configuration, find, fresh, kinds, live, message, OPEN, texts } from '../../../test/inbound-samples.ts'
import { decide } from './decide.ts'
import type { PipelineState } from './pipeline.ts'
import { MINUTE } from './pipeline.ts'

describe('the ticket', () => {
  const closed = (closedAt: number): PipelineState => ({
    ...fresh(),
    lastClosed: { ticketId: 't', closedAt, queueId: 'vendas' },
  })
  it('is the live one, or a new one', () => {
    expect(find(decide(live(), message(), configuration()), 'ticket')).toEqual({ type: 'ticket', use: 'live' })
    expect(find(decide(fresh(), message(), configuration()), 'ticket')).toEqual({ type: 'ticket', use: 'create' })
  })
  it('is reopened when it was closed today in the zone and the setting is on', () => {
    const on = configuration({ settings: { newTicketChatForDay: 'enabled' } })
    const reopened = decide(closed(Date.parse('2026-11-20T03:00:00Z')), message(), on)
    expect(find(reopened, 'ticket')).toEqual({ type: 'ticket', use: 'reopen', ticketId: 't' })
    expect(texts(reopened)).toEqual([])
    const yesterday = closed(Date.parse('2026-11-20T02:59:00Z'))
    expect(find(decide(yesterday, message(), on), 'ticket')).toMatchObject({ use: 'create' })
    expect(find(decide(closed(OPEN - 1), message(), configuration()), 'ticket')).toMatchObject({ use: 'create' })
  })
  it('arms the transfer when it begins, the expiry when it is open and none is armed', () => {
    const on = configuration({ connection: { timeToTransfer: 10, transferQueueId: 'financeiro', expiresTicket: 30 } })
    expect(find(decide(fresh(), message(), on), 'arm')).toEqual({
      type: 'arm',
      timer: 'transferPending',
      dueAt: OPEN + 10 * MINUTE,
    })
    const open = { status: 'open' as const, userId: 'ana' }
    expect(find(decide(live(open), message(), on), 'arm')).toEqual({
      type: 'arm',
      timer: 'expireTicket',
      dueAt: OPEN + 30 * MINUTE,
    })
    expect(find(decide(live({ ...open, expiryAt: OPEN + 1 }), message(), on), 'arm')).toBeUndefined()
  })
  it('asks for the picture once a day', () => {
    expect(kinds(decide(live(), message(), configuration()))).not.toContain('refreshPicture')
    const old = live({}, { contact: { pictureCheckedAt: OPEN - 24 * 60 * MINUTE } })
    expect(kinds(decide(old, message(), configuration()))).toContain('refreshPicture')
  })
})
