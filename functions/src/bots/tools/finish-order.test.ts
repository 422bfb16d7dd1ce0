/** Orders that an agent makes, and what it says of them. */
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../test/harness.ts'
import { newCpf } from '../../../test/new-cpf.ts'
import { checkout, makeCoupon, makeCustomer, orderOf, sell, stockOf } from '../../../test/shop.ts'
import { done, type ToolFixture, toolFixture, trialCart } from '../../../test/tool-fixture.ts'
import { changeProductStore, getProductStore, type ProductStoreRow } from '../../data/catalog/product-store.ts'
import { STORES } from '../../data/catalog/store.ts'
import { changeContact } from '../../data/contacts/contact.ts'
import { createAddress } from '../../data/customers/address.ts'
import { changeCustomer, findByDocument } from '../../data/customers/customer.ts'
import { requireBudget } from '../../data/orders/budget.ts'
import { COUPONS } from '../../data/orders/coupon.ts'
import { changeRow, requireRow } from '../../data/table/small-list.ts'
import { saveDraft } from '../../data/tickets/draft-order.ts'
import { addToCart } from './add-to-cart.ts'
import { applyCoupon } from './apply-coupon.ts'
import { finishOrder } from './finish-order.ts'
import { orderStatus } from './order-status.ts'
import { registerCustomer } from './register-customer.ts'

let fixture: ToolFixture
let shirt: ProductStoreRow
beforeEach(async () => {
  fixture = await toolFixture()
  shirt = await sell(fixture.shop, { name: 'Camiseta', stock: 5 })
})

const add = (amount = 1, more = {}, of = fixture) => of.use(addToCart, { productId: shirt.productId, amount }, more)
const finish = (given: object = {}, more = {}, of = fixture) =>
  of.use(finishOrder, { delivery: 'retirada', paymentId: fixture.shop.pix, ...given }, more)
const link = async (of = fixture, { id: customerId } = fixture.shop.customer) =>
  changeContact(of.companyId, (await of.contact()).id, { customerId })
const orders = async () => (await call(budgets.list, { as: fixture.shop.admin, query: {} })).body.budGets
const readyToFinish = async (amount = 1) => {
  await link()
  await add(amount)
  await fixture.says('Pode fechar')
}

describe('finish_order', () => {
  it('makes the order in the agent’s name, takes the stock, and sends it with its Pix code', async () => {
    await readyToFinish(2)
    const { answer, lines } = await finish()
    expect(answer).toMatchObject({ ok: true, number: 1, total: 'R$ 20,00' })
    const [order] = await orders()
    const ticket = await fixture.agent.ticket()
    expect(order).toMatchObject({
      number: 1,
      total: 20,
      negotiated: 20,
      user: { id: fixture.agent.prompt.id, name: fixture.agent.prompt.name },
      ticketId: ticket.id,
      contactId: ticket.contact.id,
      customer: { id: fixture.shop.customer.id },
    })
    expect(lines).toEqual([
      { text: expect.stringContaining('*Pedido nº 1*'), orderId: order!.id },
      { text: expect.stringMatching(/^000201.*6304[0-9A-F]{4}$/) },
    ])
    expect(await stockOf(fixture.shop, shirt)).toBe(3)
    expect(await fixture.draft()).toBeUndefined()
  })

  it('makes one order of a call, however often it is repeated', async () => {
    await readyToFinish()
    const first = await finish({}, { key: 'one' })
    const again = await Promise.all([finish({}, { key: 'one' }), finish({}, { key: 'one' })])
    for (const result of again) expect(result).toEqual(first)
    expect(await orders()).toHaveLength(1)
    expect(await stockOf(fixture.shop, shirt)).toBe(4)
  })

  it('tells of an order whose call ran out of time, once', async () => {
    await readyToFinish()
    const first = await finish({}, { key: 'one' })
    // Its answer was lost: the order was never sent.
    const { answer, lines } = first
    expect(await finish({}, { key: 'two', state: {} })).toMatchObject({ answer, lines })
    expect(await orders()).toHaveLength(1)
    // Told in this reply, though not sent yet.
    expect((await finish({ paymentId: fixture.shop.cash })).answer).toMatchObject({ error: 'empty_cart' })
    const { id } = (await orders())[0]!
    await call(budgets.remove, { as: fixture.shop.admin, params: { id } })
    expect((await finish({}, { state: {} })).answer).toMatchObject({ error: 'empty_cart' })
  })

  it('asks for what is missing, and changes nothing', async () => {
    expect((await finish()).answer).toMatchObject({ error: 'empty_cart' })
    await add()
    expect((await finish()).answer).toMatchObject({ error: 'customer_missing' })
    await link()
    for (const paymentId of [newId(), '', (await toolFixture()).shop.pix])
      expect((await finish({ paymentId })).answer).toEqual({
        error: 'payment_missing',
        message: expect.stringContaining(fixture.shop.pix),
      })
    expect((await finish({ delivery: 'entrega' })).answer).toMatchObject({ error: 'address_missing' })
    expect((await finish({ delivery: 'correio' })).answer).toMatchObject({ error: 'invalid_arguments' })
    const store = { ...fixture.shop.store, keyPix: '' }
    expect((await finish({}, { store })).answer).toMatchObject({ error: 'ERR_STORE_WITHOUT_PIX' })
    expect(await orders()).toEqual([])
    expect(await stockOf(fixture.shop, shirt)).toBe(5)
  })

  it('delivers to the address of the cart', async () => {
    await readyToFinish()
    const { id: customerId } = fixture.shop.customer
    const place = { zipCode: '01310100', address: 'Rua Augusta', number: '12', complement: '', neighborhood: 'Centro' }
    const where = { city: 'São Paulo', state: 'SP', latitude: null, longitude: null }
    const { address } = await createAddress(fixture.companyId, {
      customerId,
      name: 'Casa',
      ...place,
      ...where,
      isActive: true,
    })
    const { version, ...draft } = (await fixture.draft())!
    await saveDraft(await fixture.agent.ticket(), version, {
      ...draft,
      customerId,
      addressId: address.id,
      typeDelivery: 'entrega',
    })
    done(await finish({ delivery: 'entrega' }))
    const { id } = (await orders())[0]!
    expect((await requireBudget(fixture.companyId, id)).lines).toMatchObject({ address: { zipCode: '01310100' } })
  })

  it.each([
    ['it may make none', { mayFinishOrders: false }, false],
    ['it is above what it may', { finishLimit: 9.99 }, false],
    ['it is what it may at most', { finishLimit: 10 }, true],
  ])('hands the ready draft over when %s', async (_, changes, isMade) => {
    fixture = await toolFixture(changes)
    shirt = await sell(fixture.shop)
    await readyToFinish()
    const { handOver, lines } = await finish()
    expect((await orders()).length).toBe(isMade ? 1 : 0)
    if (isMade) return expect(handOver).toBeUndefined()
    expect(handOver).toMatch(/R\$ 10,00, Pix/)
    expect(lines).toEqual([{ text: expect.stringMatching(/pessoa/) }])
    expect(await fixture.draft()).toMatchObject({ customerId: fixture.shop.customer.id, typeDelivery: 'retirada' })
    expect(await stockOf(fixture.shop, shirt)).toBe(100)
  })

  it('leaves an order of nothing to a person', async () => {
    const { name } = await makeCoupon(fixture.companyId, { value: 100, type: 'percentage' })
    await readyToFinish()
    done(await fixture.use(applyCoupon, { name }))
    await fixture.says('Fecha')
    expect((await finish()).handOver).toMatch(/R\$ 0,00/)
    expect(await orders()).toEqual([])
  })

  it('at prices that the customer has not read is refused once, and made when they had a reply to read them', async () => {
    await readyToFinish(2)
    await changeProductStore(shirt, { stock: 5, costPrice: 1, sellingPrice: 12.5, promotionPrice: 0 })
    const message = expect.stringMatching(/"Camiseta": R\$ 12,50\. O total é R\$ 25,00\./)
    expect((await finish()).answer).toEqual({ error: 'price_changed', message })
    // In the same reply nobody can have read them.
    const again = { error: 'total_not_told', message: expect.stringContaining('R$ 25,00') }
    expect((await finish({ paymentId: fixture.shop.cash })).answer).toEqual(again)
    expect(await orders()).toEqual([])
    await fixture.says('Tudo bem')
    const now = (await getProductStore(fixture.companyId, fixture.shop.store.id, shirt.productId, true))!
    await changeProductStore(now, { stock: 5, costPrice: 1, sellingPrice: 13, promotionPrice: 0 })
    expect((await finish()).answer).toMatchObject({ error: 'price_changed' })
    await fixture.says('Pode ser')
    expect((await finish()).answer).toMatchObject({ ok: true, total: 'R$ 26,00' })
  })

  it('is made at the total that the customer read in an earlier reply alone', async () => {
    await link()
    // Nothing was read before: not what this very reply has put into the cart.
    done(await add())
    expect((await finish()).answer).toEqual({ error: 'total_not_told', message: expect.stringContaining('R$ 10,00') })
    await fixture.says('Mais uma, e fecha')
    done(await add())
    expect((await finish()).answer).toEqual({ error: 'total_not_told', message: expect.stringContaining('R$ 20,00') })
    expect(await orders()).toEqual([])
    await fixture.says('Isso')
    // Looking again in the same reply does not take away what was read.
    done(await fixture.use(applyCoupon, { name: (await makeCoupon(fixture.companyId, { value: 0 })).name }))
    expect((await finish()).answer).toMatchObject({ ok: true, total: 'R$ 20,00' })
  })

  it('with a coupon that gives less than when it was applied is refused with the new total', async () => {
    const coupon = await makeCoupon(fixture.companyId, { value: 50, type: 'percentage' })
    await readyToFinish(2)
    done(await fixture.use(applyCoupon, { name: coupon.name }))
    await fixture.says('Fecha')
    await changeRow(fixture.companyId, COUPONS, coupon, { value: 10 })
    expect((await finish()).answer).toEqual({ error: 'total_not_told', message: expect.stringContaining('R$ 18,00') })
    expect(await orders()).toEqual([])
    expect(await stockOf(fixture.shop, shirt)).toBe(5)
    await fixture.says('Pode')
    expect((await finish()).answer).toMatchObject({ ok: true, total: 'R$ 18,00' })
  })

  it('of a store that is closed meanwhile, or of stock that ended, is refused and changes nothing', async () => {
    await readyToFinish(2)
    const { id } = fixture.shop.store
    await changeProductStore(shirt, { stock: 1, costPrice: 1, sellingPrice: 10, promotionPrice: 0 })
    expect((await finish()).answer).toMatchObject({ error: 'ERR_OUT_OF_STOCK' })
    await changeRow(fixture.companyId, STORES, await requireRow(fixture.companyId, STORES, id), { isActive: false })
    expect((await finish()).answer).toMatchObject({ error: 'ERR_STORE_INACTIVE' })
    expect(await orders()).toEqual([])
    expect(await fixture.cart()).toEqual({ Camiseta: 2 })
  })

  it('of two at once, who want the last piece, lets one have it', async () => {
    await readyToFinish(5)
    const { id: customerId } = await makeCustomer(fixture.companyId)
    const [mine, theirs] = await Promise.all([
      finish(),
      checkout(fixture.shop, {
        ...orderOf(fixture.shop, []),
        customerId,
        itens: [{ productId: shirt.productId, amount: 5 }],
        payments: [{ method: fixture.shop.cash, value: 50 }],
      }),
    ])
    const made = [mine.answer, theirs.status === 201 ? { ok: true } : { error: theirs.error }]
    expect(made.filter(answer => 'ok' in answer)).toHaveLength(1)
    expect(made.find(answer => 'error' in answer)).toMatchObject({ error: 'ERR_OUT_OF_STOCK' })
    expect(await stockOf(fixture.shop, shirt)).toBe(0)
  })

  it('makes none once a person has the ticket', async () => {
    await readyToFinish()
    const { id } = await fixture.agent.ticket()
    const as = fixture.shop.admin
    await call(tickets.update, { as, params: { id }, body: { status: 'open', userId: as.user.id } })
    expect((await finish()).answer).toMatchObject({ error: 'taken_over' })
    expect(await orders()).toEqual([])
    expect(await fixture.cart()).toEqual({ Camiseta: 1 })
  })

  it('in a trial is decided, and not made', async () => {
    await link()
    const more = { dry: true, trial: trialCart() }
    await add(2, more)
    expect((await finish({}, more)).answer).toMatchObject({ error: 'total_not_told' })
    await fixture.says('Pode')
    expect(await finish({}, more)).toEqual({ answer: { ok: true, total: 'R$ 20,00' } })
    expect(await orders()).toEqual([])
    expect(await stockOf(fixture.shop, shirt)).toBe(5)
  })
})

it('a whole sale in a trial writes nothing', async () => {
  const more = { dry: true, trial: trialCart() }
  const document = newCpf()
  const register = () =>
    fixture.use(registerCustomer, { document, fullName: 'Joana Prado', email: 'joana@example.com' }, more)
  await add(2, more)
  expect((await finish({}, more)).answer).toMatchObject({ error: 'customer_missing' })
  await fixture.says(document)
  await register()
  await fixture.says('Sim')
  done(await register())
  expect(await finish({}, more)).toEqual({ answer: { ok: true, total: 'R$ 20,00' } })
  expect((await finish({ delivery: 'entrega' }, more)).answer).toMatchObject({ error: 'address_missing' })
  expect(await orders()).toEqual([])
  expect(await findByDocument(fixture.companyId, document)).toBeUndefined()
  expect(await fixture.draft()).toBeUndefined()
})

describe('order_status', () => {
  const status = (number: unknown, of = fixture) => of.use(orderStatus, { number })

  it('says where an order of the contact stands', async () => {
    await readyToFinish(2)
    await finish()
    expect((await status(1)).answer).toEqual({
      ok: true,
      number: 1,
      date: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
      status: 'recebido',
      paid: false,
      items: [{ name: 'Camiseta', amount: 2 }],
      total: 'R$ 20,00',
    })
    await call(budgets.remove, { as: fixture.shop.admin, params: { id: (await orders())[0]!.id } })
    expect((await status(1)).answer).toMatchObject({ status: 'cancelado' })
  })

  it('knows an order that the contact’s customer made at the counter', async () => {
    await checkout(fixture.shop, orderOf(fixture.shop, [shirt]))
    expect((await status(1)).answer).toMatchObject({ error: 'not_found' })
    await link()
    expect((await status(1)).answer).toMatchObject({ ok: true, number: 1 })
  })

  it('tells nobody of orders of the default customer, who stands in for everybody', async () => {
    const { companyId, shop } = fixture
    await checkout(shop, orderOf(shop, [shirt]))
    await link()
    expect((await status(1)).answer).toMatchObject({ ok: true })
    await changeCustomer(companyId, shop.customer.id, { customerDefault: true })
    expect((await status(1)).answer).toMatchObject({ error: 'not_found' })
  })

  it('answers orders of others like numbers that were never given', async () => {
    const stranger = await makeCustomer(fixture.companyId)
    await checkout(fixture.shop, { ...orderOf(fixture.shop, [shirt]), customerId: stranger.id })
    await link()
    const other = await toolFixture()
    const [own, unknown, elsewhere] = await Promise.all([status(1), status(99), status(1, other)])
    expect(own.answer).toMatchObject({ error: 'not_found' })
    expect([unknown.answer, elsewhere.answer]).toEqual([own.answer, own.answer])
    for (const number of [0, -1, 1.5, '1', 1e12])
      expect((await status(number)).answer).toMatchObject({ error: 'invalid_arguments' })
  })
})
