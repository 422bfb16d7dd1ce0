/** The tools of the cart: it is the ticket's draft order, which attendants see and change too. */
import { draftOrder } from '@balcao/shared/api/tickets/draft-order.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../test/harness.ts'
import { makeCoupon, makeStore, sell } from '../../../test/shop.ts'
import { done, type ToolFixture, toolFixture, trialCart } from '../../../test/tool-fixture.ts'
import type { ProductStoreRow } from '../../data/catalog/product-store.ts'
import { changeProductStore, removeProductStore } from '../../data/catalog/product-store.ts'
import { saveSetting } from '../../data/company/setting.ts'
import { saveDraft } from '../../data/tickets/draft-order.ts'
import { addToCart } from './add-to-cart.ts'
import { applyCoupon } from './apply-coupon.ts'
import { finishOrder } from './finish-order.ts'
import { removeFromCart } from './remove-from-cart.ts'

let fixture: ToolFixture
let shirt: ProductStoreRow
let tea: ProductStoreRow
beforeEach(async () => {
  fixture = await toolFixture()
  shirt = await sell(fixture.shop, { name: 'Camiseta', sellingPrice: 20, promotionPrice: 15.5, stock: 5 })
  tea = await sell(fixture.shop, { name: 'Chá', sellingPrice: 1234.5, stock: 3 })
})

const add = ({ productId }: ProductStoreRow, amount = 1, more = {}) =>
  fixture.use(addToCart, { productId, amount }, more)

describe('add_to_cart', () => {
  it('adds to the ticket’s draft order, and answers amounts as texts', async () => {
    await add(shirt, 2)
    expect(done(await add(tea))).toEqual({
      ok: true,
      cart: {
        items: [
          { productId: shirt.productId, name: 'Camiseta', amount: 2, price: 'R$ 15,50', total: 'R$ 31,00' },
          { productId: tea.productId, name: 'Chá', amount: 1, price: 'R$ 1.234,50', total: 'R$ 1.234,50' },
        ],
        subTotal: 'R$ 1.265,50',
        total: 'R$ 1.265,50',
      },
    })
    await add(shirt)
    expect(await fixture.cart()).toEqual({ Camiseta: 3, Chá: 1 })
    expect(await fixture.draft()).toMatchObject({
      storeId: fixture.shop.store.id,
      customerId: null,
      sellerId: fixture.agent.prompt.id,
      typeDelivery: null,
    })
    expect((await fixture.agent.ticket()).draftBegun).toBe(true)
    // The keys of calls are nobody's business.
    const params = { ticketId: (await fixture.agent.ticket()).id }
    expect(Object.keys((await call(draftOrder.get, { as: fixture.shop.admin, params })).body)).not.toContain('calls')
  })

  it('adds nothing that is not sold here, or not in stock', async () => {
    const other = await toolFixture()
    const theirs = await sell(other.shop)
    const inactive = await sell(fixture.shop, { name: 'Antigo', isActive: false })
    const elsewhere = await sell({ ...fixture.shop, store: await makeStore(fixture.companyId) }, { name: 'Longe' })
    for (const product of [theirs, elsewhere, { productId: newId() }, { productId: '' }])
      expect((await add(product as ProductStoreRow)).answer).toMatchObject({ error: 'ERR_NO_PRODUCT_FOUND' })
    expect((await add(inactive)).answer).toMatchObject({ error: 'ERR_PRODUCT_INACTIVE' })
    await add(shirt, 4)
    expect((await add(shirt, 2)).answer).toEqual({
      error: 'out_of_stock',
      message: '"Camiseta": 5 em estoque, 4 já no carrinho.',
    })
    for (const amount of [0, -1, 1.5, 10_000, '2', null])
      expect((await add(shirt, amount as number)).answer).toEqual({ error: 'invalid_arguments', message: 'amount' })
    expect(await fixture.cart()).toEqual({ Camiseta: 4 })
  })

  it('is carried out once, however often it is repeated, also behind a change of a person', async () => {
    await add(shirt, 2, { key: 'one' })
    await add(shirt, 2, { key: 'one' })
    const ticket = await fixture.agent.ticket()
    const { version, ...draft } = (await fixture.draft())!
    await saveDraft(ticket, version, { ...draft, coupon: [] })
    expect(done(await add(shirt, 2, { key: 'one' })).cart).toMatchObject({ items: [{ amount: 2 }] })
    expect(await fixture.cart()).toEqual({ Camiseta: 2 })
  })

  it('loses no change of an attendant at the same moment, whose cart stays theirs', async () => {
    const as = fixture.shop.admin
    const params = { ticketId: (await fixture.agent.ticket()).id }
    const { storeId } = { storeId: fixture.shop.store.id }
    const coffee = await sell(fixture.shop, { name: 'Café' })
    const begun = await call(draftOrder.save, {
      as,
      params,
      body: { version: 0, storeId, itens: [{ productId: tea.productId, amount: 1 }] },
    })
    const results = await Promise.all([
      add(shirt, 1, { key: 'a' }),
      call(draftOrder.save, {
        as,
        params,
        body: {
          version: begun.body.version,
          storeId,
          itens: [tea, coffee].map(({ productId }) => ({ productId, amount: 1 })),
        },
      }),
      add(shirt, 2, { key: 'b' }),
    ])
    const saved = results[1].status === 200
    expect(await fixture.cart()).toEqual({ Chá: 1, Camiseta: 3, ...(saved ? { Café: 1 } : {}) })
    expect((await fixture.draft())?.sellerId).toBe(as.user.id)
  })

  it('names what ran out or is not sold any more', async () => {
    await add(shirt, 3)
    await add(tea)
    await changeProductStore(shirt, { stock: 1, costPrice: 1, sellingPrice: 20, promotionPrice: 0 })
    expect(done(await fixture.use(removeFromCart, { productId: tea.productId })).cart).toMatchObject({
      items: [{ price: 'R$ 20,00', amount: 3 }],
      outOfStock: [{ name: 'Camiseta', stock: 1 }],
    })
    await add(tea)
    await removeProductStore(fixture.companyId, fixture.shop.store.id, shirt.productId)
    expect((await add(tea)).answer).toMatchObject({ error: 'cart_item_unavailable' })
    // The facts of the sale name the problem, too, and do not fail.
    const [, , told] = await fixture.facts([addToCart, finishOrder])
    expect(told).toMatch(/^Carrinho agora: \{"items":\[\{.*"name":"Camiseta","amount":3\}.*"problem":/)
    expect(done(await fixture.use(removeFromCart, { productId: shirt.productId })).cart).toMatchObject({
      items: [{ name: 'Chá' }],
    })
  })

  it('leaves a cart of another store to people', async () => {
    const as = fixture.shop.admin
    const other = { ...fixture.shop, store: await makeStore(fixture.companyId) }
    const { productId } = await sell(other)
    const params = { ticketId: (await fixture.agent.ticket()).id }
    await call(draftOrder.save, {
      as,
      params,
      body: { version: 0, storeId: other.store.id, itens: [{ productId, amount: 1 }] },
    })
    expect((await add(shirt)).answer).toMatchObject({ error: 'other_store' })
    expect(await fixture.cart()).toEqual({ Camiseta: 1 })
  })

  it('of a trial changes the cart of the trial alone', async () => {
    const trial = trialCart()
    const more = { dry: true, trial }
    done(await add(shirt, 2, more))
    expect(done(await add(tea, 1, more)).cart).toMatchObject({ total: 'R$ 1.265,50' })
    expect(trial.load()?.itens).toHaveLength(2)
    expect(await fixture.draft()).toBeUndefined()
    expect((await fixture.agent.ticket()).draftBegun).toBe(false)
  })
})

describe('remove_from_cart', () => {
  it('takes a line out, once', async () => {
    await add(shirt, 2)
    await add(tea)
    const gone = await fixture.use(removeFromCart, { productId: shirt.productId }, { key: 'gone' })
    expect(done(gone).cart).toMatchObject({ total: 'R$ 1.234,50' })
    await add(shirt)
    await fixture.use(removeFromCart, { productId: shirt.productId }, { key: 'gone' })
    expect(await fixture.cart()).toEqual({ Chá: 1, Camiseta: 1 })
    expect((await fixture.use(removeFromCart, { productId: newId() })).answer).toMatchObject({ error: 'not_in_cart' })
    await fixture.use(removeFromCart, { productId: shirt.productId })
    expect(done(await fixture.use(removeFromCart, { productId: tea.productId })).cart).toEqual({
      items: [],
    })
  })
})

describe('apply_coupon', () => {
  const apply = (name: string, more = {}) => fixture.use(applyCoupon, { name }, more)

  it('discounts the cart, once', async () => {
    const { name } = await makeCoupon(fixture.companyId, { value: 5 })
    expect((await apply(name)).answer).toMatchObject({ error: 'empty_cart' })
    await add(shirt, 2)
    const cart = { discount: 'R$ 5,00', coupons: [name], total: 'R$ 26,00' }
    expect(done(await apply(name.toLowerCase(), { key: 'one' })).cart).toMatchObject(cart)
    expect(done(await apply(name, { key: 'one' })).cart).toMatchObject(cart)
    expect(done(await apply(name)).cart).toMatchObject(cart)
    expect((await fixture.draft())?.coupon).toHaveLength(1)
  })

  it('says why one does not apply, names none, and lets nobody guess', async () => {
    const late = await makeCoupon(fixture.companyId, { expiresAt: '2020-01-02T00:00:00.000Z' })
    const other = await toolFixture()
    const theirs = await makeCoupon(other.companyId)
    await saveSetting(fixture.companyId, 'storePattern', 'enabled')
    await add(shirt)
    expect((await apply(late.name)).answer).toMatchObject({ error: 'ERR_COUPON_EXPIRED' })
    // A discount that an attendant may give by its name is none that a contact may take.
    for (const name of [theirs.name, 'LOJA99', 'TUDOGRATIS', 'LOJA100'])
      expect((await apply(name)).answer).toMatchObject({ error: 'ERR_NO_COUPON_FOUND' })
    const { name } = await makeCoupon(fixture.companyId)
    expect((await apply(name)).answer).toMatchObject({ error: 'too_many_tries' })
    expect((await fixture.draft())?.coupon).toEqual([])
  })
})
