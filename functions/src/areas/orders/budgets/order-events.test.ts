/** Messages to an order's customer: the texts of its statuses, the order itself, its Pix code. */
import { productStores } from '@balcao/shared/api/catalog/products.ts'
import { stores } from '@balcao/shared/api/catalog/stores.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { customerAddresses, customers } from '@balcao/shared/api/customers/customers.ts'
import { portfolios } from '@balcao/shared/api/customers/portfolios.ts'
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { payments } from '@balcao/shared/api/orders/payments.ts'
import { statusBudgets } from '@balcao/shared/api/orders/status-budgets.ts'
import { draftOrder } from '@balcao/shared/api/tickets/draft-order.ts'
import type { Budget } from '@balcao/shared/entities/budget.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import { call, makeCompany, makeQueue, makeUser, makeWhatsapp } from '../../../../test/harness.ts'
import { makeContact } from '../../../../test/make-contact.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { newCpf } from '../../../../test/new-cpf.ts'
import { commandsOf } from '../../../../test/pipeline-fixture.ts'
import {
  checkout,
  emptyDraft,
  makeCoupon,
  makeCustomer,
  makeStore,
  openShop,
  orderOf,
  type Shop,
  sell,
} from '../../../../test/shop.ts'
import type { ProductStoreRow } from '../../../data/catalog/product-store.ts'
import type { WhatsappRow } from '../../../data/channels/whatsapp.ts'
import type { ContactRow } from '../../../data/contacts/contact-row.ts'
import { linkWrite } from '../../../data/customers/customer-row.ts'
import { STATUS_BUDGETS } from '../../../data/orders/status-budget.ts'
import { createRow, newRow } from '../../../data/table/small-list.ts'
import { transact } from '../../../data/table/transact.ts'
import type { QueueRow } from '../../../data/team/queue.ts'
import { saveDraft } from '../../../data/tickets/draft-order.ts'
import { listMessages } from '../../../data/tickets/message.ts'
import { changeTicket, findLiveTicket } from '../../../data/tickets/ticket.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'

let shop: Shop
let row: ProductStoreRow
let connection: WhatsappRow
let contact: ContactRow
let ticket: TicketRow
let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
  shop = await openShop()
  row = await sell(shop)
  connection = await makeWhatsapp(shop.companyId, { isDefault: true })
})
afterAll(() => gateway.close())
beforeEach(async () => {
  contact = await makeContact(shop.companyId, { name: 'Bruno Lima' })
  ticket = await openTicket()
})

const openTicket = (queue: QueueRow | null = null) =>
  makeTicket(shop.companyId, { contact, whatsapp: connection, queue, user: shop.admin.user, status: 'open' })

const order = async (changes: object = {}): Promise<Budget> => {
  const { status, body } = await checkout(shop, { ...orderOf(shop, [row]), ticketId: ticket.id, ...changes })
  expect(status).toBe(201)
  return body
}
const makeStatus = (message: string, companyId = shop.companyId) =>
  createRow(companyId, STATUS_BUDGETS, newRow({ name: `Status ${newId()}`, code: null, message, userId: newId() }))
const move = (id: string, statusBudGetId: string | null, as = shop.admin) =>
  call(budgets.update, { params: { id }, body: { statusBudGetId }, as })
const bodiesIn = async (ticketId: string) =>
  (await listMessages(shop.companyId, ticketId, { limit: 100 })).map(({ body }) => body)
const close = () => changeTicket(shop.companyId, ticket.id, () => ({ set: { status: 'closed' } }))

describe("a status's text", () => {
  it('is sent once, filled, into the ticket of the order', async () => {
    const { id, number } = await order()
    const status = await makeStatus('{{firstName}}, o pedido {{number}} de {{total}} está em {{status}}. {{user}}')
    const answers = await Promise.all(Array.from({ length: 5 }, () => move(id, status.id)))
    expect(answers.map(answer => answer.status)).toEqual(Array(5).fill(200))
    expect(answers[0]!.body).toMatchObject({ statusBudGetId: status.id, statusBudGet: { name: status.name } })
    const text = `Bruno, o pedido ${number} de R$ 10,00 está em ${status.name}. Ana Admin`
    expect(await bodiesIn(ticket.id)).toEqual([text])
    const { history } = (await move(id, status.id)).body
    expect(history).toMatchObject([
      { type: 'create' },
      { type: 'status', status: status.name, user: { id: shop.admin.user.id } },
    ])
    expect(await bodiesIn(ticket.id)).toEqual([text])
    const commands = (await commandsOf({ connectionId: connection.id })).filter(({ type }) => type === 'send')
    expect(
      commands.filter(command => 'content' in command && 'body' in command.content && command.content.body === text),
    ).toHaveLength(1)
  })

  it('goes into the conversation of its contact once the ticket is closed', async () => {
    const { id } = await order()
    await close()
    const status = await makeStatus('Saiu para entrega')
    expect((await move(id, status.id)).status).toBe(200)
    const next = await findLiveTicket(shop.companyId, connection.id, contact.id)
    expect(next?.id).not.toBe(ticket.id)
    expect(await bodiesIn(next!.id)).toEqual(['Saiu para entrega'])
    expect(await bodiesIn(ticket.id)).toEqual([])
  })

  it('of an order without a ticket goes to the one contact of its customer, and to nobody when there are several', async () => {
    const customer = await makeCustomer(shop.companyId)
    const link = ({ id, name, number }: ContactRow) =>
      transact([linkWrite(shop.companyId, customer.id, { id, name, number })])
    await link(contact)
    const { id } = await order({ ticketId: null, customerId: customer.id })
    const [first, second] = [await makeStatus('Primeiro'), await makeStatus('Segundo')]
    await move(id, first.id)
    expect(await bodiesIn(ticket.id)).toEqual(['Primeiro'])
    await link(await makeContact(shop.companyId, { name: 'Outro' }))
    expect((await move(id, second.id)).body.statusBudGet?.name).toBe(second.name)
    expect(await bodiesIn(ticket.id)).toEqual(['Primeiro'])
  })

  it('that is empty is sent to nobody; none, and one that cannot be sent, are taken all the same', async () => {
    const silent = await makeStatus('  ')
    const { id } = await order()
    expect((await move(id, silent.id)).body.statusBudGet).toEqual({ id: silent.id, name: silent.name })
    expect((await move(id, null)).body).toMatchObject({ statusBudGetId: null, statusBudGet: null })
    expect(await bodiesIn(ticket.id)).toEqual([])
    const alone = await order({ ticketId: null })
    const loud = await makeStatus('Oi')
    expect((await move(alone.id, loud.id)).body.statusBudGet?.name).toBe(loud.name)
  })

  it('is not sent for a cancelled order, of a status that is not there, nor across companies', async () => {
    const { id } = await order()
    const other = await makeCompany()
    const theirs = await makeStatus('Delas', other.id)
    expect((await move(id, theirs.id)).error).toBe('ERR_NO_STATUS_BUDGET_FOUND')
    expect((await move(id, null, other.admin)).error).toBe('ERR_NO_BUDGET_FOUND')
    await call(budgets.remove, { params: { id }, as: shop.admin })
    expect((await move(id, (await makeStatus('Oi')).id)).error).toBe('ERR_BUDGET_CANCELED')
    expect(await bodiesIn(ticket.id)).toEqual([])
  })
})

describe('the Pix code', () => {
  it("is of the store's key, with the order's total and number", async () => {
    const store = await makeStore(shop.companyId, { keyPix: 'loja@example.com', name: 'Café São José', city: 'Osasco' })
    const sold = await sell({ ...shop, store }, { sellingPrice: 12.34 })
    const { id, number } = await order({
      storeId: store.id,
      itens: [{ productId: sold.productId, amount: 1 }],
      payments: [{ method: shop.pix, value: 12.34 }],
    })
    const { body } = await call(budgets.pix, { params: { id }, as: shop.admin })
    expect(body).toMatchObject({ key: 'loja@example.com', total: 12.34 })
    expect(body.qrcode).toContain('0116loja@example.com')
    expect(body.qrcode).toContain('540512.34')
    expect(body.qrcode).toContain('5913Cafe Sao Jose6006Osasco')
    expect(body.qrcode).toContain(`PEDIDO${number}6304`)
    await call(budgets.remove, { params: { id }, as: shop.admin })
    expect((await call(budgets.pix, { params: { id }, as: shop.admin })).error).toBe('ERR_BUDGET_CANCELED')
  })

  it('is none of a store without a key', async () => {
    const { id } = await order({ payments: [{ method: shop.pix, value: 10 }] })
    expect((await call(budgets.pix, { params: { id }, as: shop.admin })).error).toBe('ERR_STORE_WITHOUT_PIX')
    const send = await call(budgets.send, { params: { id }, body: { text: true, pix: true }, as: shop.admin })
    expect(send.error).toBe('ERR_STORE_WITHOUT_PIX')
    expect(await bodiesIn(ticket.id)).toEqual([])
  })
})

describe('the Pix code of a part', () => {
  const shopWithKey = async () => {
    const store = await makeStore(shop.companyId, { keyPix: 'loja@example.com' })
    const sold = await sell({ ...shop, store }, { sellingPrice: 50 })
    return (payments: object[]) =>
      order({ storeId: store.id, itens: [{ productId: sold.productId, amount: 1 }], payments })
  }
  const pix = (id: string) => call(budgets.pix, { params: { id }, as: shop.admin })
  const sendPix = (id: string) => call(budgets.send, { params: { id }, body: { pix: true }, as: shop.admin })

  it('asks for what is paid by Pix, and the customer reads which part that is', async () => {
    const make = await shopWithKey()
    const { id, number, ...made } = await make([
      { method: shop.pix, value: 30.25 },
      { method: shop.cash, value: 19.75, change: 0.25 },
    ])
    expect([made.pix, made.paidAt]).toEqual([30.25, null])
    const { body } = await pix(id)
    expect(body.total).toBe(30.25)
    expect(body.qrcode).toContain('540530.25')
    expect((await sendPix(id)).status).toBe(200)
    expect(await bodiesIn(ticket.id)).toEqual([
      body.qrcode,
      `Pix do pedido nº ${number}: R$ 30,25 do total de R$ 50,00. Copie o código abaixo:`,
    ])
  })

  it('is none without a payment by Pix', async () => {
    const make = await shopWithKey()
    const { id, ...made } = await make([{ method: shop.cash, value: 50 }])
    expect(made.pix).toBe(0)
    expect((await pix(id)).error).toBe('ERR_BUDGET_WITHOUT_PIX')
    expect((await sendPix(id)).error).toBe('ERR_BUDGET_WITHOUT_PIX')
    expect(await bodiesIn(ticket.id)).toEqual([])
  })

  it('is not offered again once the order is paid, whatever status follows', async () => {
    const make = await shopWithKey()
    const { id } = await make([{ method: shop.pix, value: 50 }])
    const status = async (body: { name: string; paid?: boolean }) =>
      (await call(statusBudgets.create, { body, as: shop.admin })).body.id
    const moved = async (statusBudGetId: string | null) =>
      (await call(budgets.update, { params: { id }, body: { statusBudGetId }, as: shop.admin })).body
    const received = await status({ name: `Conferido ${id}`, paid: true })
    expect(await moved(received)).toMatchObject({ pix: 0, paidAt: expect.any(String) })
    expect(await moved(await status({ name: `Enviado ${id}` }))).toMatchObject({ pix: 0, paidAt: expect.any(String) })
    expect((await pix(id)).error).toBe('ERR_BUDGET_PAID')
    expect((await sendPix(id)).error).toBe('ERR_BUDGET_PAID')
    expect(await moved(null)).toMatchObject({ pix: 50, paidAt: null })
  })
})

describe('sending an order', () => {
  const send = (id: string, body: { text?: boolean; pix?: boolean; clientId?: string }, as = shop.admin) =>
    call(budgets.send, { params: { id }, body, as })

  it('writes its text, and its code as a message of its own, into its ticket, and is in its history', async () => {
    const store = await makeStore(shop.companyId, { keyPix: '11999990000' })
    const sold = await sell({ ...shop, store })
    const { id, number } = await order({
      storeId: store.id,
      itens: [{ productId: sold.productId, amount: 1 }],
      payments: [{ method: shop.pix, value: 10 }],
    })
    const sent = await send(id, { text: true, pix: true })
    expect(sent.body.history).toMatchObject([{ type: 'create' }, { type: 'sent', user: { name: 'Ana Admin' } }])
    const { qrcode } = (await call(budgets.pix, { params: { id }, as: shop.admin })).body
    const messages = await listMessages(shop.companyId, ticket.id, { limit: 10 })
    const bodies = messages.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ body }) => body)
    expect(bodies).toHaveLength(2)
    expect(bodies[0]).toContain(`*Pedido nº ${number}*`)
    expect(bodies[0]).toContain('Camiseta')
    expect(bodies[1]).toBe(qrcode)
    expect((await send(id, { pix: true })).body.history).toHaveLength(3)
    expect((await send(id, {})).error).toBe('ERR_VALIDATION')
  })

  it('is once for all calls with the same key, whose content stays', async () => {
    const { id } = await order()
    const other = await order()
    const clientId = crypto.randomUUID()
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(id, { text: true, clientId })))
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200))
    expect(await bodiesIn(ticket.id)).toHaveLength(1)
    expect((await send(id, { text: true, clientId })).body.history).toHaveLength(2)
    const reused = 'ERR_IDEMPOTENCY_KEY_REUSED'
    expect((await send(other.id, { text: true, clientId })).error).toBe(reused)
    expect(await bodiesIn(ticket.id)).toHaveLength(1)
  })

  it('needs a ticket that lives and that its sender may see', async () => {
    const queue = await makeQueue(shop.companyId)
    const user = await makeUser(shop.companyId)
    const without = await order({ ticketId: null })
    expect((await send(without.id, { text: true })).error).toBe('ERR_BUDGET_WITHOUT_TICKET')
    const { id } = await order()
    await changeTicket(shop.companyId, ticket.id, () => ({
      set: { queue: { id: queue.id, name: queue.name, color: queue.color } },
    }))
    expect((await send(id, { text: true }, user)).error).toBe('ERR_BUDGET_WITHOUT_TICKET')
    expect((await send(id, { text: true })).status).toBe(200)
    await changeTicket(shop.companyId, ticket.id, () => ({ set: { status: 'pending', user: null } }))
    const waiting = await send(id, { text: true })
    expect([waiting.status, waiting.error]).toEqual([422, 'ERR_TICKET_NOT_ACCEPTED'])
    await close()
    expect((await send(id, { text: true })).error).toBe('ERR_BUDGET_WITHOUT_TICKET')
    await call(budgets.remove, { params: { id }, as: shop.admin })
    expect((await send(id, { text: true })).error).toBe('ERR_BUDGET_CANCELED')
    expect(await bodiesIn(ticket.id)).toHaveLength(1)
  })
})

it('a plain attendant sells to somebody new, from the customer to the message, and is refused nothing', async () => {
  const store = await makeStore(shop.companyId, { keyPix: 'loja@example.com' })
  const { productId } = await sell({ ...shop, store }, { name: 'Bolo de fubá' })
  const { portfolioId } = await makeCustomer(shop.companyId)
  const queue = await makeQueue(shop.companyId)
  const as = await makeUser(shop.companyId, { queueIds: [queue.id] })
  await changeTicket(shop.companyId, ticket.id, () => ({
    set: { queue: { id: queue.id, name: queue.name, color: queue.color } },
  }))
  const ok = <T>({ status, error, body }: { status: number; error?: unknown; body: T }): T => {
    expect([status < 300, error]).toEqual([true, undefined])
    return body
  }
  const [storeId, ticketId, at] = [store.id, ticket.id, { ticketId: ticket.id }]
  expect(ok(await call(portfolios.listAll, { as })).map(({ id }) => id)).toContain(portfolioId)
  const face = { document: newCpf(), fullName: 'Bruno Lima', email: 'bruno@example.com', portfolioId }
  const customer = ok(await call(customers.create, { body: face, as }))
  ok(await call(contacts.update, { params: { id: contact.id }, body: { customerId: customer.id }, as }))
  const place = {
    zipCode: '06010000',
    address: 'Rua A',
    number: '1',
    neighborhood: 'Centro',
    city: 'Osasco',
    state: 'SP',
  }
  const home = { customerId: customer.id, name: 'Casa', ...place }
  const address = ok(await call(customerAddresses.create, { body: home, as }))
  ok(await call(customerAddresses.list, { params: { customerId: customer.id }, as }))
  expect(ok(await call(stores.listAll, { as })).map(({ id }) => id)).toContain(storeId)
  const query = { searchParam: 'fubá' }
  expect(ok(await call(productStores.search, { params: { storeId }, query, as })).productStores).toHaveLength(1)
  ok(await call(productStores.get, { params: { storeId, productId }, as }))
  ok(await call(payments.listAll, { as }))
  const order = {
    storeId,
    customerId: customer.id,
    itens: [{ productId, amount: 1 }],
    typeDelivery: 'retirada' as const,
  }
  const draft = ok(
    await call(draftOrder.save, { params: at, body: { ...order, version: 0, addressId: address.id }, as }),
  )
  const { total } = ok(await call(budgets.quote, { body: order, as }))
  const paid = { ...order, ticketId, draftId: draft.id, payments: [{ method: shop.pix, value: total }] }
  const { id } = ok(await call(budgets.create, { body: paid, as }))
  ok(await call(budgets.pix, { params: { id }, as }))
  ok(await call(budgets.send, { params: { id }, body: { text: true, pix: true }, as }))
  expect(await bodiesIn(ticketId)).toHaveLength(2)
})

describe('the browsers of the company', () => {
  it('receive an order, what it took and its draft, and those of another company nothing', async () => {
    const [browser, stranger] = [await gateway.open(shop.admin), await gateway.open((await makeCompany()).admin)]
    await browser.send({ action: 'joinChatBox', ticketId: ticket.id })
    const coupon = await makeCoupon(shop.companyId)
    const { draft } = await saveDraft(ticket, 0, emptyDraft(shop.admin.user.id))
    const payments = [{ method: shop.cash, value: 9 }]
    const { id } = await order({ coupon: coupon.name, draftId: draft.id, payments })
    await call(budgets.remove, { params: { id }, as: shop.admin })
    const publishedOf = (kind: string) =>
      browser.received.filter(({ event }) => event.endsWith(`-${kind}`)).map(({ payload }) => payload)
    expect(publishedOf('budGet')).toMatchObject([
      { action: 'create', budGet: { id, total: 9, canceledAt: null } },
      { action: 'update', budGet: { id, canceledAt: expect.any(String) } },
      { action: 'delete', budGetId: id },
    ])
    expect(publishedOf('productStore')).toMatchObject([
      { productStore: { id: row.id } },
      { productStore: { id: row.id } },
    ])
    expect(publishedOf('coupon')).toMatchObject([{ coupon: { id: coupon.id, used: 1 } }, { coupon: { used: 0 } }])
    expect(publishedOf('draftOrder')).toEqual([{ action: 'update', ticketId: ticket.id, draft: null }])
    expect(stranger.received).toEqual([])
  })
})
