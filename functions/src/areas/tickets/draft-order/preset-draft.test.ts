import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { draftOrder } from '@balcao/shared/api/tickets/draft-order.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { call, makeCompany, makeQueue, makeUser, makeWhatsapp } from '../../../../test/harness.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { checkout, makeCustomer, openShop, orderOf, type Shop, sell } from '../../../../test/shop.ts'
import { STORES } from '../../../data/catalog/store.ts'
import { saveSetting } from '../../../data/company/setting.ts'
import { createAddress, deleteAddress } from '../../../data/customers/address.ts'
import { changeCustomer } from '../../../data/customers/customer.ts'
import { changeRow } from '../../../data/table/small-list.ts'

let numbers = 5_511_900_000_000

/** Makes a contact with an open ticket of the admin's. */
async function talk({ companyId, admin: as }: Shop) {
  const number = String(++numbers)
  const { body: contact } = await call(contacts.create, { as, body: { name: 'Camila', number } })
  const { id: whatsappId } = await makeWhatsapp(companyId)
  const { body: ticket } = await call(tickets.create, { as, body: { contactId: contact.id, whatsappId } })
  return { contactId: contact.id, ticketId: ticket.id }
}
const preset = (shop: Shop, ticketId: string, as = shop.admin) => call(draftOrder.preset, { as, params: { ticketId } })
const home = (customerId: string) => ({
  ...{ customerId, name: 'Casa', zipCode: '01310100', address: 'Rua Augusta', number: '12', complement: '' },
  ...{ neighborhood: 'Centro', city: 'São Paulo', state: 'SP', latitude: null, longitude: null, isActive: true },
})
const NOTHING = { storeId: null, typeDelivery: null, addressId: null, paymentId: null }

describe('what a new order begins with', () => {
  it('is the default customer while nobody is known, and nothing where there is none', async () => {
    const shop = await openShop()
    const { ticketId } = await talk(shop)
    expect((await preset(shop, ticketId)).body).toEqual({ ...NOTHING, customer: null })
    await changeCustomer(shop.companyId, shop.customer.id, { customerDefault: true })
    const { id, fullName, document } = shop.customer
    expect((await preset(shop, ticketId)).body).toEqual({ ...NOTHING, customer: { id, fullName, document } })
  })

  it('is who bought last from this number, with store, delivery and payment of that order', async () => {
    const shop = await openShop()
    const { companyId, store } = shop
    const joana = await makeCustomer(companyId, 'Joana')
    await changeCustomer(companyId, shop.customer.id, { customerDefault: true })
    const { ticketId } = await talk(shop)
    const product = await sell(shop)
    await saveSetting(companyId, 'deliveryMethods', 'notDelivery')
    const { address } = await createAddress(companyId, home(joana.id))
    const order = { ...orderOf(shop, [product]), customerId: joana.id, ticketId }
    const delivered = { ...order, typeDelivery: 'entrega', addressId: address.id }
    expect((await checkout(shop, delivered)).status).toBe(201)
    const known = { storeId: store.id, typeDelivery: 'entrega', addressId: address.id, paymentId: shop.cash }
    expect((await preset(shop, ticketId)).body).toMatchObject({ ...known, customer: { fullName: 'Joana' } })

    // Several payments say nothing of the next, and what is gone is not proposed.
    await deleteAddress(companyId, address.id)
    expect((await preset(shop, ticketId)).body).toMatchObject({ ...known, typeDelivery: null, addressId: null })
    const two = [
      { method: shop.pix, value: 4 },
      { method: shop.cash, value: 6 },
    ]
    expect((await checkout(shop, { ...order, payments: two })).status).toBe(201)
    expect((await preset(shop, ticketId)).body).toMatchObject({ typeDelivery: 'retirada', paymentId: null })
    await changeRow(companyId, STORES, store, { isActive: false })
    expect((await preset(shop, ticketId)).body).toMatchObject({ storeId: null, customer: { fullName: 'Joana' } })
  })

  it('is the customer linked to the contact, with their newest order, whoever bought here before', async () => {
    const shop = await openShop()
    const joana = await makeCustomer(shop.companyId, 'Joana')
    const product = await sell(shop)
    const { ticketId, contactId } = await talk(shop)
    await checkout(shop, { ...orderOf(shop, [product]), ticketId })
    await call(contacts.update, { as: shop.admin, params: { id: contactId }, body: { customerId: joana.id } })
    expect((await preset(shop, ticketId)).body).toEqual({
      ...NOTHING,
      customer: { id: joana.id, fullName: 'Joana', document: joana.document },
    })
    // Elsewhere, without a ticket.
    await checkout(shop, {
      ...orderOf(shop, [product]),
      customerId: joana.id,
      payments: [{ method: shop.pix, value: 10 }],
    })
    expect((await preset(shop, ticketId)).body).toMatchObject({ storeId: shop.store.id, paymentId: shop.pix })
  })

  it('is for who sees the ticket, of their own company', async () => {
    const shop = await openShop()
    const queue = await makeQueue(shop.companyId)
    const outside = await makeUser(shop.companyId)
    const ticket = await makeTicket(shop.companyId, { status: 'open', queue })
    expect((await preset(shop, ticket.id, outside)).error).toBe('ERR_NO_PERMISSION')
    expect((await preset(shop, ticket.id, (await makeCompany()).admin)).error).toBe('ERR_NO_TICKET_FOUND')
    expect((await preset(shop, newId())).error).toBe('ERR_NO_TICKET_FOUND')
  })
})
