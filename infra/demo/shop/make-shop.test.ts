import { inflateSync } from 'node:zlib'
import { RATES } from '@balcao/functions/data/orders/rate.ts'
import { everyRow } from '@balcao/functions/data/table/small-list.ts'
import { call, makeCompany, type TestCompany } from '@balcao/functions/test/harness.ts'
import { rowsOf } from '@balcao/functions/test/rows-of.ts'
import { categories } from '@balcao/shared/api/catalog/categories.ts'
import { productStores, products } from '@balcao/shared/api/catalog/products.ts'
import { stores } from '@balcao/shared/api/catalog/stores.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { customerAddresses, customers } from '@balcao/shared/api/customers/customers.ts'
import { portfolios } from '@balcao/shared/api/customers/portfolios.ts'
import { contracts } from '@balcao/shared/api/orders/contracts.ts'
import { coupons } from '@balcao/shared/api/orders/coupons.ts'
import { payments } from '@balcao/shared/api/orders/payments.ts'
import { statusBudgets } from '@balcao/shared/api/orders/status-budgets.ts'
import { zoneDetails, zones } from '@balcao/shared/api/orders/zones.ts'
import { TYPE_PAYMENTS } from '@balcao/shared/rules/sales/type-payments.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { drawProduct } from './draw-product.ts'
import { makeShop } from './make-shop.ts'
import { CATEGORIES, CUSTOMERS, PRODUCTS } from './shop-data.ts'

/** Draws small pictures; the tests of drawings are below. */
const small: typeof drawProduct = (motif, colour, variant) => drawProduct(motif, colour, variant, 8)

let company: TestCompany
let before: Record<string, unknown>[]

beforeAll(async () => {
  company = await makeCompany()
  let drawn = 0
  // The run is interrupted among the products, and the next one continues it.
  const failing: typeof drawProduct = (...given) => {
    drawn += 1
    if (drawn === 21) throw new Error('cut off')
    return small(...given)
  }
  await expect(makeShop(company.id, failing)).rejects.toThrow('cut off')
  await makeShop(company.id, small)
  before = await rowsOf(company.id)
})

describe('the demo shop', () => {
  it('changes nothing when it is made again', async () => {
    await makeShop(company.id, () => {
      throw new Error('every picture is there')
    })
    expect(await rowsOf(company.id)).toEqual(before)
  })

  it('has two stores that can be paid by Pix and found on a map, six categories and thirty products with pictures', async () => {
    const as = company.admin
    const shops = (await call(stores.listAll, { as })).body
    expect(shops.map(({ keyPix, latitude, document }) => [keyPix !== '', latitude !== null, document.length])).toEqual([
      [true, true, 14],
      [true, true, 14],
    ])
    expect((await call(categories.listAll, { as })).body).toHaveLength(6)
    const { products: goods, count } = (await call(products.list, { as, query: { limit: 100 } })).body
    expect([count, goods.length]).toEqual([30, 30])
    expect(goods.every(({ mediaPath, thumbPath, categoryId }) => mediaPath && thumbPath && categoryId)).toBe(true)
    for (const { id: storeId } of shops) {
      const offers = (await call(productStores.search, { as, params: { storeId }, query: { searchParam: 'cafe' } }))
        .body
      expect(offers.productStores.length).toBeGreaterThan(3)
      expect(offers.productStores.every(({ stock, sellingPrice }) => stock > 0 && sellingPrice > 0)).toBe(true)
      expect(offers.productStores.some(({ promotionPrice }) => promotionPrice > 0)).toBe(true)
    }
  })

  it('takes every kind of payment, delivers by every method, and knows coupons and statuses', async () => {
    const as = company.admin
    const methods = (await call(payments.listAll, { as })).body
    expect(new Set(methods.map(({ typePayment }) => typePayment.id)).size).toBe(TYPE_PAYMENTS.length)
    const card = methods.find(({ typePayment }) => typePayment.installments)
    expect(card?.paymentDetails.map(({ installments }) => installments).sort()).toEqual([1, 2, 3, 6])
    expect(new Set((await everyRow(company.id, RATES)).map(({ type }) => type))).toEqual(
      new Set(['fixeRate', 'byValue', 'byKm']),
    )
    const [zone] = (await call(zones.listAll, { as })).body
    const places = (await call(zoneDetails.list, { as, params: { zoneId: zone!.id } })).body.zoneDetails
    expect(places.length).toBeGreaterThan(1)
    const chosen = (await call(settings.list, { as })).body
    expect(chosen.find(({ key }) => key === 'deliveryMethods')?.value).toBe('byKm')
    const names = (await call(coupons.listAll, { as })).body.map(({ name }) => name)
    expect(names).toHaveLength(3)
    expect(names).toContain('LOJA10')
    expect((await call(statusBudgets.listAll, { as })).body.every(({ message }) => message !== '')).toBe(true)
  })

  it('has eight customers with a place near the stores, in two portfolios, and a contract', async () => {
    const as = company.admin
    expect((await call(portfolios.listAll, { as })).body).toHaveLength(2)
    const { customers: people } = (await call(customers.list, { as, query: { limit: 100 } })).body
    expect(people.map(({ document }) => document).sort()).toEqual(CUSTOMERS.map(({ document }) => document).sort())
    for (const { id } of people) {
      const [address] = (await call(customerAddresses.list, { as, params: { customerId: id } })).body.customerAddress
      expect([address?.latitude, address?.longitude].every(Number.isFinite)).toBe(true)
    }
    const [contract] = (await call(contracts.list, { as })).body.contracts
    expect(contract).toMatchObject({
      number: 'CT-0001',
      renewal: true,
      customer: { fullName: 'Escritório Horizonte Ltda.' },
    })
  })
})

describe('the pictures', () => {
  it('are PNGs, each another one, and the same at every run', () => {
    const all = CATEGORIES.flatMap(({ code, motif }) =>
      PRODUCTS[code]!.map((item, variant) => drawProduct(motif, item[2], variant, 32)),
    )
    expect(new Set(all.map(picture => picture.toString('base64'))).size).toBe(30)
    const [first] = all
    expect(drawProduct('bag', PRODUCTS.CAF![0]![2], 0, 32)).toEqual(first)
    const length = first!.readUInt32BE(33)
    expect(first!.subarray(1, 4).toString()).toBe('PNG')
    expect(inflateSync(first!.subarray(41, 41 + length))).toHaveLength(32 * (32 * 3 + 1))
  })
})
