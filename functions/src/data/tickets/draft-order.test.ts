import { newId } from '@balcao/shared/ids.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeTicket } from '../../../test/make-ticket.ts'
import { targetHas } from '../../../test/target.ts'
import { metered } from '../table/meter.ts'
import { transact } from '../table/transact.ts'
import { draftRemoval, removeDraft, requireDraft, saveDraft } from './draft-order.ts'
import { type DraftContent, readDraft, readDraftWithCalls } from './draft-row.ts'
import { changeTicket, getTicket } from './ticket.ts'
import { deleteTicket, removeTicketRows } from './ticket-removal.ts'
import type { TicketRow } from './ticket-row.ts'

const item = (name: string, amount = 1) => ({
  productId: newId(),
  name,
  price: 12.5,
  amount,
  total: 12.5 * amount,
  mediaPath: null,
  mediaName: null,
})

const content = (...itens: DraftContent['itens']): DraftContent => ({
  storeId: newId(),
  storeName: 'Loja Centro',
  customerId: null,
  customerDocument: '',
  customerName: '',
  customerPhone: '',
  customerEmail: '',
  sellerId: newId(),
  itens,
  typeDelivery: null,
  addressId: null,
  coupon: ['LOJA10'],
})

const close = (ticket: TicketRow) => changeTicket(ticket.companyId, ticket.id, () => ({ set: { status: 'closed' } }))

let companyId: string
let ticket: TicketRow
beforeEach(async () => {
  companyId = newId()
  ticket = await makeTicket(companyId, { status: 'open' })
})

describe('a draft', () => {
  it('is kept whole, with one id through its changes and a version that rises', async () => {
    const first = await saveDraft(ticket, 0, content(item('Bolo')))
    expect(first.ticket?.ticket).toMatchObject({ draftBegun: true, updatedAt: ticket.updatedAt })
    expect(await requireDraft(companyId, ticket.id)).toEqual(first.draft)
    const more = content(item('Bolo', 2), item('Torta'))
    const { draft, ticket: changed } = await saveDraft(ticket, first.draft.version, more)
    expect(changed).toBeUndefined()
    expect(draft).toMatchObject({ ...more, id: first.draft.id, ticketId: ticket.id, createdAt: first.draft.createdAt })
    expect(draft.version).toBeGreaterThan(first.draft.version)
    expect(await requireDraft(companyId, ticket.id)).toEqual(draft)
  })

  it('is of its company and ticket alone', async () => {
    await saveDraft(ticket, 0, content(item('Bolo')))
    expect(await readDraft(newId(), ticket.id, true)).toBeUndefined()
    const other = await makeTicket(companyId, { status: 'open' })
    await expect(requireDraft(companyId, other.id)).rejects.toThrow('ERR_NO_DRAFT_FOUND')
  })

  it('keeps the calls of bots behind a change of a person, and shows them to nobody', async () => {
    const { draft } = await saveDraft(ticket, 0, content(), ['a'])
    const { draft: second } = await saveDraft(ticket, draft.version, content(item('Bolo')))
    expect(await readDraftWithCalls(companyId, ticket.id)).toEqual({ draft: second, calls: ['a'] })
    const { draft: third } = await saveDraft(ticket, second.version, content(item('Bolo')), ['a', 'b'])
    expect((await readDraftWithCalls(companyId, ticket.id)).calls).toEqual(['a', 'b'])
    expect(third).not.toHaveProperty('calls')
    expect(await readDraftWithCalls(newId(), ticket.id)).toEqual({ draft: undefined, calls: [] })
  })

  it('begun by ten at once is one; the others receive it', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => saveDraft(ticket, 0, content(item(`Bolo ${i}`)))),
    )
    const kept = await requireDraft(companyId, ticket.id)
    const made = tries.flatMap(each => (each.status === 'fulfilled' ? [each.value.draft] : []))
    expect(made).toEqual([kept])
    const refused = tries.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused).toHaveLength(9)
    for (const error of refused) expect(error).toMatchObject({ code: 'ERR_DRAFT_CHANGED', data: { draft: kept } })
  })

  it('changed by ten at once is changed by one; the others receive the newer', async () => {
    const { draft } = await saveDraft(ticket, 0, content())
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => saveDraft(ticket, draft.version, content(item(`Bolo ${i}`)))),
    )
    const kept = await requireDraft(companyId, ticket.id)
    expect(tries.flatMap(each => (each.status === 'fulfilled' ? [each.value.draft] : []))).toEqual([kept])
    for (const each of tries)
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({ code: 'ERR_DRAFT_CHANGED', data: { draft: kept } })
  })

  it('goes with the closing of its ticket, whose reopening begins without it', async () => {
    const { draft } = await saveDraft(ticket, 0, content(item('Bolo')))
    expect((await close(ticket)).ticket.draftBegun).toBe(false)
    expect(await readDraft(companyId, ticket.id, true)).toBeUndefined()
    await expect(saveDraft(ticket, draft.version, content())).rejects.toThrow('ERR_TICKET_CLOSED')
    await expect(saveDraft(ticket, 0, content())).rejects.toThrow('ERR_TICKET_CLOSED')
    const { ticket: again } = await changeTicket(companyId, ticket.id, () => ({ set: { status: 'open' } }))
    await expect(saveDraft(again, draft.version, content())).rejects.toMatchObject({
      code: 'ERR_DRAFT_CHANGED',
      data: { draft: null },
    })
    expect(await readDraft(companyId, ticket.id, true)).toBeUndefined()
  })

  it('begun while its ticket is closed is refused or goes with it: a closed ticket never has one', async () => {
    const tickets = await Promise.all(Array.from({ length: 8 }, () => makeTicket(companyId, { status: 'open' })))
    await Promise.all(
      tickets.flatMap(each => [
        close(each),
        saveDraft(each, 0, content(item('Bolo'))).catch(error => expect(error.code).toBe('ERR_TICKET_CLOSED')),
      ]),
    )
    for (const each of tickets) {
      expect(await getTicket(companyId, each.id, true)).toMatchObject({ status: 'closed', draftBegun: false })
      expect(await readDraft(companyId, each.id, true)).toBeUndefined()
    }
  })

  it('is taken along by a transfer', async () => {
    const { draft } = await saveDraft(ticket, 0, content(item('Bolo')))
    const queue = { id: newId(), name: 'Caixa', color: '#1ABC9C' }
    await changeTicket(companyId, ticket.id, () => ({ set: { queue, status: 'pending', user: null } }))
    expect(await requireDraft(companyId, ticket.id)).toEqual(draft)
  })

  it('goes with the rows of a deleted ticket', async () => {
    await saveDraft(ticket, 0, content(item('Bolo')))
    await deleteTicket(companyId, ticket.id)
    await removeTicketRows(companyId, ticket.id)
    expect(await readDraft(companyId, ticket.id, true)).toBeUndefined()
  })

  it('given up makes room for the next, which no version of the former fits', async () => {
    const first = await saveDraft(ticket, 0, content(item('Bolo')))
    expect(await removeDraft(companyId, ticket.id)).toBe(true)
    expect(await removeDraft(companyId, ticket.id)).toBe(false)
    const next = await saveDraft(ticket, 0, content(item('Torta')))
    expect(next.draft.id).not.toBe(first.draft.id)
    await expect(saveDraft(ticket, first.draft.version, content())).rejects.toMatchObject({
      data: { draft: next.draft },
    })
  })
})

describe('draftRemoval', () => {
  it('takes the draft of an order away, changed or not, and hinders no order when it is gone', async () => {
    const { draft } = await saveDraft(ticket, 0, content())
    await saveDraft(ticket, draft.version, content(item('Bolo')))
    await transact([draftRemoval(companyId, ticket.id, draft.id)])
    expect(await readDraft(companyId, ticket.id, true)).toBeUndefined()
    await transact([draftRemoval(companyId, ticket.id, draft.id)])
  })

  it('leaves another draft that was begun since', async () => {
    const { draft } = await saveDraft(ticket, 0, content())
    await expect(transact([draftRemoval(companyId, ticket.id, newId())])).rejects.toThrow('refused: draft')
    expect(await requireDraft(companyId, ticket.id)).toEqual(draft)
  })
})

// Counts of units, not times. A closing without a draft costs what it did: ticket.test.ts.
describe.skipIf(!targetHas('metering'))('cost', () => {
  it('of a change is its size, of a closing with a draft two units for each KB of it', async () => {
    const { draft } = await saveDraft(ticket, 0, content(item('Bolo')))
    const change = await metered(() => saveDraft(ticket, draft.version, content(item('Bolo', 2))))
    expect(change.units).toMatchObject({ read: 0, write: 1 })
    const other = await makeTicket(companyId, { status: 'open' })
    const without = await metered(() => close(other))
    const closing = await metered(() => close(ticket))
    expect(closing.units.write - without.units.write).toBeLessThanOrEqual(2)
  })
})
