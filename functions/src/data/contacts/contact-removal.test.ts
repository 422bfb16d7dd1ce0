import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { addHeavyContact } from '../../../test/heavy-contact.ts'
import { batchOf, inbound, makeFixture } from '../../../test/pipeline-fixture.ts'
import { handler } from '../../workers/inbound/handler.ts'
import { rowsOfFieldValue } from '../fields/field-values.ts'
import { rowCount } from '../table/counter.ts'
import { metered } from '../table/meter.ts'
import { transact } from '../table/transact.ts'
import { findMessageByWhatsappId } from '../tickets/message.ts'
import { changeTicket, createTicket, findLiveTicket, getTicket } from '../tickets/ticket.ts'
import type { TicketRow } from '../tickets/ticket-row.ts'
import { findContactByNumber, findOrCreateContact, pageOfContacts } from './contact.ts'
import { deleteContact } from './contact-removal.ts'
import { aliasesOf, claimAlias, contactWrite, getContact, moveAlias } from './contact-row.ts'
import { contactsOfTag } from './contact-tag-link.ts'

/** A contact who has written once; `closed`: and was answered. */
async function known(closed: boolean, settings: NonNullable<Parameters<typeof makeFixture>[0]>['settings'] = {}) {
  const fixture = await makeFixture({ settings })
  expect(await handler(batchOf([inbound(fixture)]))).toEqual({ batchItemFailures: [] })
  const contact = (await findContactByNumber(fixture.companyId, fixture.number))!
  let ticket = (await findLiveTicket(fixture.companyId, fixture.connectionId, contact.id))!
  if (closed) ticket = await close(ticket)
  return { fixture, companyId: fixture.companyId, contact, ticket }
}

/** User who deletes. */
const BY = { id: newId(), name: 'Ana' }

const close = async (ticket: TicketRow) =>
  (await changeTicket(ticket.companyId, ticket, () => ({ set: { status: 'closed' } }))).ticket

describe('deleteContact', () => {
  it('keeps a contact while a ticket is not closed', async () => {
    const { companyId, contact, ticket } = await known(false)
    await expect(deleteContact(companyId, contact.id, BY)).rejects.toMatchObject({ code: 'ERR_CONTACT_HAS_TICKET' })
    expect(await getContact(companyId, contact.id, true)).toBeDefined()
    await close(ticket)
    const { result, units } = await metered(() => deleteContact(companyId, contact.id, BY))
    expect(result).toMatchObject({
      contact: { id: contact.id },
      job: { total: 1, listed: false, subject: contact.name },
    })
    expect(units.read).toBeLessThanOrEqual(6)
    expect(units.write).toBeLessThanOrEqual(33)
    expect(await deleteContact(companyId, contact.id, BY)).toBeUndefined()
    expect(await findContactByNumber(companyId, contact.number)).toBeUndefined()
    expect((await pageOfContacts(companyId, { searchParam: 'maria', limit: 5 })).rows).toEqual([])
    expect(await rowCount(companyId, 'contacts')).toBe(0)
  })

  it('refuses who read it before and makes or reopens a ticket after', async () => {
    const { fixture, companyId, contact, ticket } = await known(true)
    await deleteContact(companyId, contact.id, BY)
    const whatsapp = { id: fixture.connectionId, name: 'Loja' }
    const gone = { code: 'ERR_NO_CONTACT_FOUND' }
    await expect(
      createTicket(companyId, { contact, whatsapp, queue: null, user: null, status: 'pending' }),
    ).rejects.toMatchObject(gone)
    const reopen = changeTicket(companyId, ticket, () => ({ set: { status: 'pending' } }))
    await expect(reopen).rejects.toMatchObject(gone)
    expect((await getTicket(companyId, ticket.id, true))?.status).toBe('closed')
  })

  it.each(['disabled', 'enabled'])(
    'loses no message that comes at the same time, nor leaves its ticket without a contact (reopening %s)',
    async newTicketChatForDay => {
      for (let round = 0; round < 12; round++) {
        const { fixture, companyId, contact } = await known(true, { newTicketChatForDay })
        const message = inbound(fixture)
        const [, deleted] = await Promise.all([
          handler(batchOf([message])).then(answer => expect(answer).toEqual({ batchItemFailures: [] })),
          deleteContact(companyId, contact.id, BY).catch((error: { code?: string }) => error.code),
        ])
        const now = (await findContactByNumber(companyId, fixture.number))!
        if (deleted === 'ERR_CONTACT_HAS_TICKET') expect(now.id).toBe(contact.id)
        else expect(now.id).not.toBe(contact.id)
        const live = await findLiveTicket(companyId, fixture.connectionId, now.id)
        const stored = await findMessageByWhatsappId(companyId, fixture.connectionId, message.whatsappMessageId)
        expect(stored?.ticketId).toBe(live?.id)
        expect(live?.contact.id).toBe(now.id)
        expect(await rowCount(companyId, 'contacts')).toBe(1)
      }
    },
  )

  it('finishes a merge before, and leaves aliases that lead to somebody else', async () => {
    const { companyId } = await makeFixture()
    const lid = `5${Date.now()}`
    const number = '5511988887777'
    const other = (await findOrCreateContact(companyId, { peer: { lid } }, 'Maria')).contact
    const keeper = (await findOrCreateContact(companyId, { peer: { number } }, 'Maria')).contact
    const absorbing = { ...keeper, version: keeper.version + 1, lid, absorbs: other.id }
    await transact([contactWrite(absorbing, keeper), moveAlias(companyId, `lid#${lid}`, other.id, keeper.id)])
    await deleteContact(companyId, other.id, BY)
    expect((await findOrCreateContact(companyId, { peer: { lid } })).contact.id).toBe(keeper.id)

    const third = (await findOrCreateContact(companyId, { peer: { lid: `4${Date.now()}` } }, 'Maria')).contact
    const now = (await getContact(companyId, keeper.id, true))!
    await transact([
      contactWrite({ ...now, version: now.version + 1, absorbs: third.id }, now),
      moveAlias(companyId, `lid#${third.lid}`, third.id, keeper.id),
    ])
    await deleteContact(companyId, keeper.id, BY)
    expect(await getContact(companyId, third.id, true)).toBeUndefined()
    expect(await rowCount(companyId, 'contacts')).toBe(0)
  })

  it('takes away both aliases of a number from when each spelling had one, which lead to one contact still', async () => {
    const { companyId } = await makeFixture()
    const number = '5511988887777'
    const { contact } = await findOrCreateContact(companyId, { peer: { number } }, 'Maria')
    await transact([claimAlias(companyId, `number#${number}`, contact.id)])
    for (const spelling of [number, '551188887777'])
      expect((await findOrCreateContact(companyId, { peer: { number: spelling } })).contact.id).toBe(contact.id)
    await deleteContact(companyId, contact.id, BY)
    expect(await aliasesOf(companyId, [`number#${number}`, 'number#551188887777'])).toEqual(new Map())
  })

  it('deletes whoever has more fields and tags than a transaction has writes', async () => {
    const { companyId } = await makeFixture()
    const { id, number, name, fields, tags } = await addHeavyContact(companyId, '5511988887777')
    expect((await deleteContact(companyId, id, BY))?.contact.id).toBe(id)
    expect(await findContactByNumber(companyId, number)).toBeUndefined()
    expect((await pageOfContacts(companyId, { searchParam: name, limit: 5 })).rows).toEqual([])
    expect(await contactsOfTag(companyId, tags!.at(-1)!, { limit: 2 })).toEqual([])
    for (const fieldId of Object.keys(fields!))
      expect(await rowsOfFieldValue(companyId, { fieldId, value: 'Ouro' }, { limit: 2 })).toEqual([])
  })

  it('knows nothing of another company', async () => {
    const { contact } = await known(true)
    expect(await deleteContact(newId(), contact.id, BY)).toBeUndefined()
    expect(await getContact(contact.companyId, contact.id, true)).toBeDefined()
  })
})
