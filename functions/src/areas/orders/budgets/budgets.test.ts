import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, makeQueue, makeUser, rawRow, type TestUser } from '../../../../test/harness.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
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
  stockOf,
} from '../../../../test/shop.ts'
import { removeProductStore } from '../../../data/catalog/product-store.ts'
import { saveSetting } from '../../../data/company/setting.ts'
import { createAddress } from '../../../data/customers/address.ts'
import { headKey } from '../../../data/orders/budget-row.ts'
import { COUPONS } from '../../../data/orders/coupon.ts'
import { STATUS_BUDGETS } from '../../../data/orders/status-budget.ts'
import { createZoneDetail, ZONES } from '../../../data/orders/zone.ts'
import { metered } from '../../../data/table/meter.ts'
import { createRow, deleteRow, getRow, newRow } from '../../../data/table/small-list.ts'
import { saveDraft } from '../../../data/tickets/draft-order.ts'
import { readDraft } from '../../../data/tickets/draft-row.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

const get = (id: string, as = shop.admin) => call(budgets.get, { params: { id }, as })
const list = async (query: object = {}, as = shop.admin) => (await call(budgets.list, { query, as })).body.budGets
const remove = (id: string, as = shop.admin) => call(budgets.remove, { params: { id }, as })
const made = async (body: object, as = shop.admin) => {
  const { status, body: order } = await checkout(shop, body, { as })
  expect(status).toBe(201)
  return order
}

const home = (customerId: string, changes: object = {}) => ({
  customerId,
  name: 'Casa',
  zipCode: '01310100',
  address: 'Rua Augusta',
  number: '12',
  complement: '',
  neighborhood: 'Centro',
  city: 'São Paulo',
  state: 'SP',
  latitude: null,
  longitude: null,
  isActive: true,
  ...changes,
})

describe('a checkout', () => {
  it('makes an order with its number, takes the stock and answers it whole', async () => {
    const [shirt, tea] = await Promise.all([
      sell(shop),
      sell(shop, { name: 'Chá', sellingPrice: 5, promotionPrice: 4.5 }),
    ])
    const asked = {
      ...orderOf(shop, []),
      itens: [
        { productId: shirt.productId, amount: 2, price: 10, total: 20 },
        { productId: tea.productId, amount: 3 },
      ],
      total: 33.5,
      payments: [{ method: shop.cash, value: 33.5, change: 6.5 }],
    }
    const order = await made(asked)
    expect(order).toMatchObject({
      number: 1,
      numero: 1,
      subTotal: 33.5,
      freight: 0,
      freigh: 0,
      total: 33.5,
      negotiated: 33.5,
      itemCount: 5,
      installments: 1,
      canceledAt: null,
      statusBudGet: null,
      ticketId: null,
      contactId: null,
      store: { id: shop.store.id },
      customer: { id: shop.customer.id, fullName: 'Maria Clara Souza' },
      user: { id: shop.admin.user.id, name: 'Ana Admin' },
      typeDelivery: 'retirada',
      items: [
        { productId: shirt.productId, price: 10, amount: 2, total: 20 },
        { productId: tea.productId, price: 4.5, amount: 3, total: 13.5 },
      ],
      payments: [{ method: shop.cash, name: 'Dinheiro', value: 33.5, change: 6.5 }],
      history: [{ type: 'create', user: { id: shop.admin.user.id } }],
    })
    expect((await get(order.id)).body).toEqual(order)
    expect([await stockOf(shop, shirt), await stockOf(shop, tea)]).toEqual([98, 97])
  })

  it('of a delivery has its address, its freight and its coupons, and stands in the first status by code', async () => {
    const own = await openShop()
    const { companyId, admin } = own
    const status = (name: string, code: string | null) =>
      createRow(companyId, STATUS_BUDGETS, newRow({ name, code, message: '', userId: newId() }))
    await Promise.all([status('Aberto', null), status('Entregue', '10'), status('Separação', '2')])
    await saveSetting(companyId, 'deliveryMethods', 'byZone')
    const { id: zoneId } = await createRow(companyId, ZONES, newRow({ name: 'Centro', isActive: true }))
    await createZoneDetail(companyId, { zoneId, city: 'Sao Paulo', neighborhood: '', rate: 7.5, isActive: true })
    const { address } = await createAddress(companyId, home(own.customer.id))
    const row = await sell(own)
    const coupons = [await makeCoupon(companyId, { value: 2 }), await makeCoupon(companyId, { value: 1.5 })]
    const asked = {
      ...orderOf(own, [row]),
      typeDelivery: 'entrega',
      addressId: address.id,
      coupon: coupons.map(({ name }) => name),
    }
    const quote = await call(budgets.quote, { as: admin, body: asked as never })
    expect(quote.body).toMatchObject({ subTotal: 10, freight: 7.5, discount: 3.5, total: 14, route: 'Centro' })
    expect(quote.body.items).toMatchObject([{ productId: row.productId, stock: 100 }])
    const { body } = await checkout(own, { ...asked, total: 14, payments: [{ method: own.cash, value: 14 }] })
    expect(body).toMatchObject({
      freight: 7.5,
      freigh: 7.5,
      discount: 3.5,
      total: 14,
      route: 'Centro',
      statusBudGet: { name: 'Separação' },
      addressId: address.id,
      address: { city: 'São Paulo', zipCode: '01310100' },
      coupons: coupons.map(({ id, name }, i) => ({ id, name, discount: [2, 1.5][i] })),
    })
    expect((await getRow(companyId, COUPONS, coupons[0]!.id, true))?.used).toBe(1)
  })

  it('from a ticket has its contact, and takes its draft along; one begun in its place stays', async () => {
    const ticket = await makeTicket(shop.companyId)
    const row = await sell(shop)
    const { draft } = await saveDraft(ticket, 0, emptyDraft(shop.admin.user.id))
    const order = await made({ ...orderOf(shop, [row]), ticketId: ticket.id, draftId: draft.id })
    expect([order.ticketId, order.contactId]).toEqual([ticket.id, ticket.contact.id])
    expect(await readDraft(shop.companyId, ticket.id, true)).toBeUndefined()
    const next = (await saveDraft({ ...ticket, version: ticket.version + 1 }, 0, emptyDraft(shop.admin.user.id))).draft
    const other = await made({ ...orderOf(shop, [row]), ticketId: ticket.id, draftId: newId() })
    expect(other.id).not.toBe(order.id)
    expect((await readDraft(shop.companyId, ticket.id, true))?.id).toBe(next.id)
  })

  it('is the same order when it is repeated, whatever became of it, its prices and its stock', async () => {
    const row = await sell(shop, { stock: 1 })
    const draftId = newId()
    const body = { ...orderOf(shop, [row]), draftId }
    const order = await made(body)
    const again = await checkout(shop, { ...body, total: 9 })
    expect([again.status, again.body]).toEqual([201, order])
    await remove(order.id)
    const canceled = await checkout(shop, body, { headers: { 'idempotency-key': draftId } })
    expect([canceled.status, canceled.body.id]).toEqual([201, order.id])
    expect(canceled.body.canceledAt).not.toBeNull()
    // Of another company the key is another one.
    const other = await openShop()
    const theirs = await checkout(other, { ...orderOf(other, [await sell(other)]), draftId })
    expect([theirs.status, theirs.body.number]).toEqual([201, 1])
    expect((await checkout(shop, body, { headers: { 'idempotency-key': 'k'.repeat(101) } })).error).toBe(
      'ERR_VALIDATION',
    )
  })

  it('is listed with its items when they are asked for, at most twenty orders a page', async () => {
    const own = await openShop()
    const [tea, cake] = [await sell(own, { name: 'Chá' }), await sell(own, { name: 'Bolo' })]
    for (const rows of [[tea], [tea, cake]]) {
      const { status } = await checkout(own, {
        ...orderOf(own, rows),
        payments: [{ method: own.cash, value: 10 * rows.length }],
      })
      expect(status).toBe(201)
    }
    const list = async (query: object) => (await call(budgets.list, { query, as: own.admin })).body
    expect((await list({})).budGets.map(({ items }) => items)).toEqual([undefined, undefined])
    const line = (name: string) => ({ name, amount: 1, total: 10 })
    expect((await list({ items: 'true' })).budGets.map(({ items }) => items)).toEqual([
      [line('Chá'), line('Bolo')],
      [line('Chá')],
    ])
    const { customer } = own
    for (const query of [{ customerId: customer.id }, { searchParam: '1' }])
      expect((await list({ items: 'true', ...query })).budGets.every(({ items }) => items!.length > 0)).toBe(true)
    expect(await list({ items: 'true', limit: 1 })).toMatchObject({ hasMore: true, budGets: [{ number: 2 }] })
  })

  it('is refused for what is wrong, each by its own name, and changes nothing', async () => {
    const own = await openShop()
    const { companyId, store } = own
    const other = await openShop()
    const row = await sell(own, { stock: 3 })
    const off = await sell(own, { isActive: false })
    const [theirs, closedStore, expired, far] = await Promise.all([
      sell(other),
      makeStore(companyId, { isActive: false }),
      makeCoupon(companyId, { expiresAt: '2021-01-01T00:00:00.000Z' }),
      makeCoupon(companyId, { startAt: '2999-01-01T00:00:00.000Z' }),
    ])
    const [theirCoupon, theirTicket, theirAddress, someones] = await Promise.all([
      makeCoupon(other.companyId),
      makeTicket(other.companyId),
      createAddress(other.companyId, home(other.customer.id)),
      createAddress(companyId, home((await makeCustomer(companyId)).id)),
    ])
    const body = orderOf(own, [row])
    const item = { productId: row.productId, amount: 1 }
    const delivered = { typeDelivery: 'entrega' }
    const pay = (payment: object) => ({ payments: [{ method: own.cash, value: 10, ...payment }] })
    const cases: [object, string][] = [
      [{ itens: [{ ...item, amount: -1 }] }, 'ERR_VALIDATION'],
      [{ itens: [{ ...item, amount: 0.5 }] }, 'ERR_VALIDATION'],
      [{ itens: [{ ...item, amount: 1e15 }] }, 'ERR_VALIDATION'],
      [{ itens: [] }, 'ERR_VALIDATION'],
      [{ itens: [item, item] }, 'ERR_VALIDATION'],
      [{ itens: [{ ...item, price: 1e15 }] }, 'ERR_VALIDATION'],
      [{ total: 1e15 }, 'ERR_VALIDATION'],
      [pay({ value: 1e15 }), 'ERR_VALIDATION'],
      [pay({ value: 0 }), 'ERR_VALIDATION'],
      [pay({ value: 10.001 }), 'ERR_VALIDATION'],
      [pay({ change: -1 }), 'ERR_VALIDATION'],
      [{ itens: [{ ...item, price: 0.01 }] }, 'ERR_PRICE_CHANGED'],
      [{ total: 9.99 }, 'ERR_PRICE_CHANGED'],
      [{ increase: 1 }, 'ERR_PRICE_CHANGED'],
      [{ storeId: other.store.id }, 'ERR_NO_STORE_FOUND'],
      [{ storeId: closedStore.id }, 'ERR_STORE_INACTIVE'],
      [{ customerId: other.customer.id }, 'ERR_NO_CUSTOMER_FOUND'],
      [{ itens: [{ productId: theirs.productId, amount: 1 }] }, 'ERR_NO_PRODUCT_FOUND'],
      [{ itens: [{ productId: off.productId, amount: 1 }] }, 'ERR_PRODUCT_INACTIVE'],
      [{ ticketId: theirTicket.id }, 'ERR_NO_TICKET_FOUND'],
      [delivered, 'ERR_ADDRESS_REQUIRED'],
      [{ ...delivered, addressId: theirAddress.address.id }, 'ERR_NO_ADDRESS_FOUND'],
      [{ ...delivered, addressId: someones.address.id }, 'ERR_NO_ADDRESS_FOUND'],
      [{ coupon: theirCoupon.name }, 'ERR_NO_COUPON_FOUND'],
      [{ coupon: expired.name }, 'ERR_COUPON_EXPIRED'],
      [{ coupon: far.name }, 'ERR_COUPON_NOT_STARTED'],
      [{ coupon: 'LOJA10' }, 'ERR_NO_COUPON_FOUND'],
      [{ itens: [{ ...item, amount: 4 }] }, 'ERR_OUT_OF_STOCK'],
      [{ payments: [] }, 'ERR_PAYMENTS_SHORT'],
      [pay({ value: 9.99 }), 'ERR_PAYMENTS_SHORT'],
      [pay({ value: 10.01 }), 'ERR_PAYMENTS_EXCEED'],
      [pay({ method: other.cash }), 'ERR_NO_PAYMENT_FOUND'],
      [pay({ method: own.card, change: 1 }), 'ERR_PAYMENT_CHANGE'],
      [pay({ change: 200 }), 'ERR_PAYMENT_CHANGE_TOO_HIGH'],
      [pay({ change: 9999.99 }), 'ERR_PAYMENT_CHANGE_TOO_HIGH'],
      [pay({ method: own.card, installments: 2 }), 'ERR_PAYMENT_INSTALLMENTS'],
      [{ payments: [5, 5].map(value => ({ method: own.cash, value })) }, 'ERR_PAYMENT_REPEATED'],
    ]
    for (const [changes, code] of cases) {
      const answer = await checkout(own, { ...body, ...changes })
      expect([changes, answer.error]).toEqual([changes, code])
    }
    expect(await list({ canceled: 'true' }, own.admin)).toEqual([])
    expect(await stockOf(own, row)).toBe(3)
    expect(await stockOf(other, theirs)).toBe(100)
    expect((await getRow(companyId, COUPONS, expired.id, true))?.used).toBe(0)
    expect((await checkout(own, body)).body).toMatchObject({ number: 1, storeId: store.id })
  })

  it('sees tickets as its caller does', async () => {
    const queue = await makeQueue(shop.companyId)
    const ticket = await makeTicket(shop.companyId, { queue })
    const user = await makeUser(shop.companyId)
    const body = { ...orderOf(shop, [await sell(shop)]), ticketId: ticket.id }
    expect((await checkout(shop, body, { as: user })).error).toBe('ERR_NO_PERMISSION')
    expect((await checkout(shop, body)).status).toBe(201)
  })

  it('of twenty lines with a draft and a coupon costs less than 100 write units, and one of fifty with ten coupons fits', async () => {
    const own = await openShop()
    const { companyId, admin } = own
    const rows = await Promise.all(
      Array.from({ length: 50 }, (_, i) => sell(own, { name: `Camiseta polo número ${i}` })),
    )
    const coupons = await Promise.all(Array.from({ length: 10 }, () => makeCoupon(companyId)))
    const ticket = await makeTicket(companyId)
    const { draft } = await saveDraft(ticket, 0, emptyDraft(admin.user.id))
    const { result, units } = await metered(() =>
      checkout(own, {
        ...orderOf(own, rows.slice(0, 20), 199),
        coupon: coupons[0]!.name,
        ticketId: ticket.id,
        draftId: draft.id,
      }),
    )
    expect(result.status).toBe(201)
    expect(units.write).toBeLessThanOrEqual(100)
    // What lists read is below 1 KB, index and all, however much is ordered.
    const head = await rawRow(headKey(companyId, result.body.id))
    expect(Buffer.byteLength(JSON.stringify(head))).toBeLessThan(1024)
    const customer = await makeCustomer(companyId, 'Ana Bia Cai Dora Eva Flor Gil Hugo Ivo')
    const large = await checkout(
      own,
      {
        ...orderOf(own, rows, 490),
        customerId: customer.id,
        coupon: coupons.map(({ name }) => name),
        ticketId: ticket.id,
        draftId: newId(),
      },
      { headers: { 'idempotency-key': newId() } },
    )
    expect([large.status, large.body.items?.length, large.body.coupons?.length]).toEqual([201, 50, 10])
    expect((await remove(large.body.id, admin)).status).toBe(204)
    expect([await stockOf(own, rows[0]!), await stockOf(own, rows[49]!)]).toEqual([99, 100])
    expect((await getRow(companyId, COUPONS, coupons[0]!.id, true))?.used).toBe(1)
  })
})

describe('the list', () => {
  let own: Shop
  let other: TestUser
  beforeAll(async () => {
    const company = await openShop()
    // A document that no number below begins.
    const customer = await makeCustomer(company.companyId, 'Maria Clara Souza', '52998224725')
    own = { ...company, customer }
    other = (await makeCompany()).admin
    const row = await sell(own)
    for (let i = 0; i < 25; i++) expect((await checkout(own, orderOf(own, [row]))).body.number).toBe(i + 1)
  })
  const numbers = async (query: object, as = own.admin) => (await list(query, as)).map(({ number }) => number)

  it('has the latest first, page by page, for at most 5 read units', async () => {
    const { result, units } = await metered(() => call(budgets.list, { query: {}, as: own.admin }))
    expect(result.body.budGets.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, i) => 25 - i))
    // What the caller's session costs included.
    expect(units.read).toBeLessThanOrEqual(5)
    const rest = await call(budgets.list, { query: { cursor: result.body.nextCursor! }, as: own.admin })
    expect([rest.body.budGets.map(({ number }) => number), rest.body.hasMore]).toEqual([[5, 4, 3, 2, 1], false])
    expect(await numbers({ pageNumber: 2 })).toEqual([5, 4, 3, 2, 1])
    expect(await numbers({}, other)).toEqual([])
  })

  it('is searched by number, the very one first, by name and by document', async () => {
    expect(await numbers({ searchParam: '2' })).toEqual([2, 25, 24, 23, 22, 21, 20])
    expect(await numbers({ searchParam: '#7' })).toEqual([7])
    expect(await numbers({ searchParam: '2', limit: 1 })).toEqual([2])
    const first = await call(budgets.list, { query: { searchParam: '2', limit: 3 }, as: own.admin })
    expect(first.body.budGets.map(({ number }) => number)).toEqual([2, 25, 24])
    expect(await numbers({ searchParam: '2', limit: 3, cursor: first.body.nextCursor! })).toEqual([23, 22, 21])
    expect(await numbers({ searchParam: 'souza mar', limit: 2 })).toEqual([25, 24])
    const { document } = own.customer
    expect(await numbers({ searchParam: document.replace(/^(...)(...)(...)/, '$1.$2.$3-'), limit: 2 })).toEqual([
      25, 24,
    ])
    expect(await numbers({ searchParam: '2' }, other)).toEqual([])
  })

  it('is of one customer when it is asked to be', async () => {
    const { id } = await makeCustomer(own.companyId, 'Bruno Lima', '11144477735')
    await checkout(own, { ...orderOf(own, [await sell(own)]), customerId: id })
    expect(await numbers({ customerId: id })).toEqual([26])
    expect(await numbers({ customerId: own.customer.id, limit: 2 })).toEqual([25, 24])
    expect(await numbers({ customerId: id, searchParam: 'maria' })).toEqual([])
    expect(await numbers({ customerId: id }, other)).toEqual([])
  })

  it('has the cancelled ones only when it is asked to', async () => {
    const [order] = await list({ searchParam: '20' }, own.admin)
    await remove(order!.id, own.admin)
    expect(await numbers({ searchParam: '20' })).toEqual([])
    expect(await numbers({ limit: 7 })).not.toContain(20)
    expect(await numbers({ searchParam: '20', canceled: 'true' })).toEqual([20])
    expect(await numbers({ limit: 7, canceled: 'true' })).toContain(20)
  })
})

describe('cancelling', () => {
  it("is its seller's, or that of supervisors and above", async () => {
    const [seller, peer, supervisor] = await Promise.all([
      makeUser(shop.companyId),
      makeUser(shop.companyId),
      makeUser(shop.companyId, { profile: 'supervisor' }),
    ])
    const row = await sell(shop)
    const [first, second] = [await made(orderOf(shop, [row]), seller), await made(orderOf(shop, [row]), seller)]
    expect((await remove(first.id, peer)).error).toBe('ERR_NO_PERMISSION')
    expect((await get(first.id)).body.canceledAt).toBeNull()
    expect((await remove(first.id, seller)).status).toBe(204)
    expect((await remove(second.id, supervisor)).status).toBe(204)
    expect(await stockOf(shop, row)).toBe(100)
  })

  it('gives back stock and coupons once, is in the history, and leaves the order to be read', async () => {
    const row = await sell(shop)
    const coupon = await makeCoupon(shop.companyId, { usageLimit: 1, usagePerUser: 1 })
    const body = { ...orderOf(shop, [row], 9), coupon: coupon.name }
    const order = await made(body)
    expect((await checkout(shop, body)).error).toBe('ERR_COUPON_USED_UP')
    const user = await makeUser(shop.companyId, { profile: 'admin', name: 'Caio' })
    for (let i = 0; i < 2; i++) expect((await remove(order.id, user)).status).toBe(204)
    const { body: canceled } = await get(order.id)
    expect(canceled).toMatchObject({
      ...order,
      canceledAt: canceled.canceledAt,
      updatedAt: canceled.updatedAt,
      history: [{}, {}],
    })
    expect(canceled.history[1]).toMatchObject({ type: 'cancel', user: { name: 'Caio' }, at: canceled.canceledAt })
    expect(await stockOf(shop, row)).toBe(100)
    // The coupon is free again.
    await made(body)
    expect((await remove(newId())).status).toBe(204)
  })

  it('is not held up by a product, or a coupon, that is gone', async () => {
    const [row, gone] = [await sell(shop), await sell(shop)]
    const coupon = await makeCoupon(shop.companyId)
    const order = await made({ ...orderOf(shop, [row, gone], 19), coupon: coupon.name })
    await removeProductStore(shop.companyId, shop.store.id, gone.productId)
    await deleteRow(shop.companyId, COUPONS, (await getRow(shop.companyId, COUPONS, coupon.id, true))!)
    expect((await remove(order.id)).status).toBe(204)
    expect(await stockOf(shop, row)).toBe(100)
    expect((await get(order.id)).body.items).toHaveLength(2)
  })

  it('is unknown to another company, as the order is', async () => {
    const { admin: as } = await makeCompany()
    const row = await sell(shop)
    const { id } = await made(orderOf(shop, [row]))
    expect((await remove(id, as)).status).toBe(204)
    expect((await get(id, as)).error).toBe('ERR_NO_BUDGET_FOUND')
    expect((await call(budgets.pix, { params: { id }, as })).error).toBe('ERR_NO_BUDGET_FOUND')
    expect((await get(id)).body.canceledAt).toBeNull()
  })
})
