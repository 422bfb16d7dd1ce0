/** Orders that are made and cancelled at once, through the area's handler. */
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, expect, it } from 'vitest'
import { call } from '../../../../test/harness.ts'
import { checkout, makeCoupon, openShop, orderOf, type Shop, sell, stockOf } from '../../../../test/shop.ts'
import { COUPONS } from '../../../data/orders/coupon.ts'
import { getRow } from '../../../data/table/small-list.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

const times = <T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))

/** Returns the numbers of a company's orders, sorted. */
async function numbersOf({ admin: as }: Shop): Promise<number[]> {
  const numbers: number[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { body } = await call(budgets.list, {
      as,
      query: { limit: 100, canceled: 'true', ...(cursor ? { cursor } : {}) } as never,
    })
    numbers.push(...body.budGets.map(({ number }) => number))
    cursor = body.nextCursor
  }
  return numbers.reverse()
}

const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1)

it('of 200 checkouts of a product with 37 in stock 37 are orders, numbered without a gap', async () => {
  const own = await openShop()
  const row = await sell(own, { stock: 37 })
  const answers = await times(200, () => checkout(own, orderOf(own, [row])))
  const made = answers.filter(({ status }) => status === 201)
  expect(made).toHaveLength(37)
  expect(made.map(({ body }) => body.number).sort((a, b) => a - b)).toEqual(upTo(37))
  const refused = answers.filter(({ status }) => status !== 201)
  expect(new Set(refused.map(({ error }) => error))).toEqual(new Set(['ERR_OUT_OF_STOCK']))
  expect(refused[0]!.raw.items).toEqual([{ productId: row.productId, name: 'Camiseta', stock: 0 }])
  expect(await stockOf(own, row)).toBe(0)
  expect(await numbersOf(own)).toEqual(upTo(37))
})

it('a coupon that is good for ten orders is in ten of fifty', async () => {
  const own = await openShop()
  const row = await sell(own)
  const coupon = await makeCoupon(own.companyId, { usageLimit: 10, value: 2 })
  const answers = await times(50, () => checkout(own, { ...orderOf(own, [row], 8), coupon: coupon.name }))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(answers.filter(({ error }) => error === 'ERR_COUPON_USED_UP')).toHaveLength(40)
  expect((await getRow(own.companyId, COUPONS, coupon.id, true))?.used).toBe(10)
  expect([await stockOf(own, row), await numbersOf(own)]).toEqual([90, upTo(10)])
})

it('a customer uses a coupon as often as a customer may, however many checkouts there are at once', async () => {
  const row = await sell(shop)
  const coupon = await makeCoupon(shop.companyId, { usagePerUser: 1, value: 2 })
  const answers = await times(5, () => checkout(shop, { ...orderOf(shop, [row], 8), coupon: coupon.name }))
  expect(answers.map(({ status, error }) => error ?? status).sort()).toEqual([
    201,
    ...Array(4).fill('ERR_COUPON_USED_UP'),
  ])
})

it('one draft is one order, however often it is checked out at once, its last piece taken by itself', async () => {
  const row = await sell(shop, { stock: 1 })
  const draftId = newId()
  const answers = await times(20, i =>
    i % 2 === 0
      ? checkout(shop, { ...orderOf(shop, [row]), draftId })
      : checkout(shop, orderOf(shop, [row]), { headers: { 'Idempotency-Key': draftId } }),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
  for (const { body } of answers) expect(body).toEqual(answers[0]!.body)
  expect(await stockOf(shop, row)).toBe(0)
})

it('an order cancelled twenty times at once gives its stock and its coupon back once', async () => {
  const row = await sell(shop)
  const coupon = await makeCoupon(shop.companyId, { value: 2 })
  const { id } = (await checkout(shop, { ...orderOf(shop, [row], 8), coupon: coupon.name })).body
  const params = { id }
  const answers = await times(20, () => call(budgets.remove, { as: shop.admin, params }))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(204))
  expect(await stockOf(shop, row)).toBe(100)
  expect((await getRow(shop.companyId, COUPONS, coupon.id, true))?.used).toBe(0)
  const { history } = (await call(budgets.get, { as: shop.admin, params })).body
  expect(history.map(({ type }) => type)).toEqual(['create', 'cancel'])
})
