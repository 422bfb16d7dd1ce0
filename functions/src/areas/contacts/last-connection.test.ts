import { contactsArea, ticketsArea } from '@balcao/shared/api/index.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it, vi } from 'vitest'
import { call, makeCompany, makeWhatsapp } from '../../../test/harness.ts'
import { makeContact } from '../../../test/make-contact.ts'
import { someNumber } from '../../../test/some-number.ts'
import { changeWhatsapp, deleteWhatsapp } from '../../data/channels/whatsapp.ts'
import { findOrCreateContact } from '../../data/contacts/contact.ts'
import { metered } from '../../data/table/meter.ts'

const { contacts } = contactsArea.resources
const { tickets } = ticketsArea.resources

async function twoConnections() {
  const company = await makeCompany()
  const shop = await makeWhatsapp(company.id, { name: 'Loja', isDefault: true })
  const support = await makeWhatsapp(company.id, { name: 'Suporte' })
  const as = company.admin
  const get = async (id: string) => (await call(contacts.get, { params: { id }, as })).body
  const list = async (searchParam = '') => (await call(contacts.list, { query: { searchParam }, as })).body.contacts
  return { companyId: company.id, as, shop, support, get, list }
}

describe('the connection last used with a contact', () => {
  it('is null, as is the customer, of one nobody wrote with', async () => {
    const { as, get, list } = await twoConnections()
    const { body: made } = await call(contacts.create, { body: { name: 'Maria', number: someNumber() }, as })
    for (const shown of [made, await get(made.id), (await list())[0]])
      expect(shown).toMatchObject({ whatsapp: null, customerId: null, customer: null })
  })

  it('is the one they wrote over last, found by search too, under the name it has now', async () => {
    const { companyId, shop, support, get, list } = await twoConnections()
    const peer = { number: someNumber() }
    const met = (id: string) => findOrCreateContact(companyId, { peer }, 'Maria', id)
    const { contact } = await met(shop.id)
    expect((await get(contact.id)).whatsapp).toEqual({ id: shop.id, name: 'Loja' })
    expect(await met(support.id)).toMatchObject({ moved: true, created: false, renamed: false })
    await changeWhatsapp(companyId, support.id, { name: 'Pós-venda' })
    const now = { id: support.id, name: 'Pós-venda' }
    for (const shown of [await get(contact.id), (await list())[0], (await list('maria'))[0]])
      expect(shown?.whatsapp).toEqual(now)
    // The next message over it changes nothing.
    expect(await met(support.id)).toMatchObject({ moved: false })
    await deleteWhatsapp(companyId, support.id)
    expect((await get(contact.id)).whatsapp).toBeNull()
  })

  it('is the one a conversation begins on, continues on or is reopened on', async () => {
    const { companyId, as, shop, support, get } = await twoConnections()
    const { id } = await makeContact(companyId)
    const { body: first } = await call(tickets.create, { body: { contactId: id, whatsappId: support.id }, as })
    expect((await get(id)).whatsapp).toEqual({ id: support.id, name: 'Suporte' })
    const update = (ticketId: string, body: object) => call(tickets.update, { params: { id: ticketId }, body, as })
    expect((await update(first.id, { whatsappId: shop.id })).status).toBe(200)
    expect((await get(id)).whatsapp?.id).toBe(shop.id)
    await update(first.id, { status: 'closed', sendFarewell: false })
    await call(tickets.create, { body: { contactId: id, whatsappId: support.id }, as })
    expect((await get(id)).whatsapp?.id).toBe(support.id)
    await update(first.id, { status: 'open' })
    expect((await get(id)).whatsapp?.id).toBe(shop.id)
  })

  it('is that of a group for a day, though every message comes over both', async () => {
    const { companyId, shop, support, get } = await twoConnections()
    const group = { id: `1203630${someNumber()}`, subject: 'Condomínio das Laranjeiras' }
    const met = (id: string) => findOrCreateContact(companyId, { group }, undefined, id)
    const { contact } = await met(shop.id)
    const { result, units } = await metered(() => met(support.id))
    expect([result.moved, result.contact.whatsappId, units.write]).toEqual([false, shop.id, 0])
    // Another name is written, and the connection stays.
    const renamed = await findOrCreateContact(companyId, { group: { ...group, subject: 'Síndicos' } }, '', support.id)
    expect(renamed).toMatchObject({ renamed: true, moved: false, contact: { whatsappId: shop.id } })
    const later = Date.now() + 86_400_000
    vi.spyOn(Date, 'now').mockReturnValue(later)
    expect((await met(support.id)).moved).toBe(true)
    vi.mocked(Date.now).mockRestore()
    expect((await get(contact.id)).whatsapp?.id).toBe(support.id)
  })

  it('costs a page of contacts one read for all of them', async () => {
    const { companyId, shop, list } = await twoConnections()
    for (let i = 0; i < 20; i++)
      await findOrCreateContact(
        companyId,
        { peer: { number: someNumber() } },
        `Cliente ${i}`,
        i % 2 ? shop.id : newId(),
      )
    await list()
    const { result, units } = await metered(() => list())
    expect(result.map(({ whatsapp }) => whatsapp?.id ?? null).filter(id => id === shop.id)).toHaveLength(10)
    expect(units.read).toBeLessThanOrEqual(5)
  })
})
