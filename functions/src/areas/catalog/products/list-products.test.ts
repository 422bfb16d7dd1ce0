import { productStores, products } from '@balcao/shared/api/catalog/products.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, expect, it } from 'vitest'
import { call, makeCompany, makeUser, type TestCompany, type TestUser } from '../../../../test/harness.ts'
import { makeStore } from '../../../../test/shop.ts'
import { type ProductRow, productWrite } from '../../../data/catalog/product-row.ts'
import { metered } from '../../../data/table/meter.ts'
import { transact } from '../../../data/table/transact.ts'

let company: TestCompany
let as: TestUser
let [centre, north] = ['', '']

const add = async (name: string, body: object = {}) =>
  (await call(products.create, { as, body: { name, ...body } })).body.id
const price = (storeId: string, productId: string, sellingPrice: number, stock: number, promotionPrice = 0) =>
  call(productStores.create, {
    as,
    body: { storeId, productId, sellingPrice, stock, promotionPrice, costPrice: 0.5 },
  })
const list = async (query: object = {}, by = as) => (await call(products.list, { as: by, query })).body
const names = async (query: object) => (await list(query)).products.map(({ name }) => name)

beforeAll(async () => {
  company = await makeCompany()
  as = company.admin
  ;[centre, north] = (await Promise.all([makeStore(company.id), makeStore(company.id)])).map(({ id }) => id) as [
    string,
    string,
  ]
  const [coffee, mug, , old] = await Promise.all([
    add('Café'),
    add('Caneca'),
    add('Avental'),
    add('Bule', { isActive: false }),
  ])
  await price(centre, coffee!, 30, 5)
  await price(north, coffee!, 28, 40, 25)
  await price(centre, mug!, 19.9, 60)
  await price(north, old!, 80, 1)
})

it('says what each costs and how many there are over its stores, and that nobody sells it', async () => {
  const { products: rows, count, partial } = await list()
  expect(rows.map(({ name, sold }) => [name, sold])).toEqual([
    ['Avental', null],
    ['Bule', { stores: 1, priceFrom: 80, priceTo: 80, stock: 1, low: true }],
    ['Café', { stores: 2, priceFrom: 25, priceTo: 30, stock: 45, low: true }],
    ['Caneca', { stores: 1, priceFrom: 19.9, priceTo: 19.9, stock: 60, low: false }],
  ])
  expect([count, partial]).toEqual([4, false])
})

it('is sorted by name, price and stock; what no store sells comes last', async () => {
  expect(await names({ sort: '-name' })).toEqual(['Caneca', 'Café', 'Bule', 'Avental'])
  expect(await names({ sort: 'price' })).toEqual(['Caneca', 'Café', 'Bule', 'Avental'])
  expect(await names({ sort: '-price' })).toEqual(['Bule', 'Café', 'Caneca', 'Avental'])
  expect(await names({ sort: '-stock' })).toEqual(['Caneca', 'Café', 'Bule', 'Avental'])
  const first = await list({ sort: 'stock', limit: 2 })
  expect(first.products.map(({ name }) => name)).toEqual(['Bule', 'Café'])
  const rest = await list({ sort: 'stock', limit: 2, cursor: first.nextCursor })
  expect(rest.products.map(({ name }) => name)).toEqual(['Caneca', 'Avental'])
})

it('is limited to a store with its own price, to a category, to inactive ones, to what is running out', async () => {
  const { products: rows, count } = await list({ storeId: centre, sort: 'price' })
  expect(rows.map(({ name, sold }) => [name, sold?.priceFrom, sold?.stock])).toEqual([
    ['Caneca', 19.9, 60],
    ['Café', 30, 5],
  ])
  expect(count).toBe(2)
  expect(await names({ active: 'false' })).toEqual(['Bule'])
  expect(await names({ low: 'true' })).toEqual(['Bule', 'Café'])
  expect(await names({ low: 'true', active: 'true', storeId: north })).toEqual([])
  expect(await names({ categoryId: newId() })).toEqual([])
  expect(await names({ searchParam: 'ca', low: 'true' })).toEqual(['Café'])
  expect((await call(products.list, { as, query: { sort: 'cost' } as never })).error).toBe('ERR_VALIDATION')
})

/** Content of a stored product that these tests do not look at. */
const PLAIN: Omit<ProductRow, 'companyId' | 'id' | 'name'> = {
  ...{
    version: 1,
    ean: '',
    code: '',
    description: '',
    isActive: true,
    categoryId: null,
    picture: null,
    mediaName: null,
  },
  ...{ userId: newId(), createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
}

it('finds what runs out, and what a store sells, behind hundreds that do not, page by page', async () => {
  const { id: companyId, admin } = await makeCompany()
  const store = await makeStore(companyId)
  for (let i = 0; i < 520; i++) {
    const name = `Artigo ${String(i).padStart(3, '0')}`
    await transact([productWrite({ ...PLAIN, companyId, id: newId(), name })])
  }
  const { body: last } = await call(products.create, { as: admin, body: { name: 'Zinco' } })
  const body = { storeId: store.id, productId: last.id, sellingPrice: 9, stock: 2, promotionPrice: 0, costPrice: 1 }
  await call(productStores.create, { as: admin, body })
  for (const query of [{ low: 'true' }, { storeId: store.id }]) {
    const found: string[] = []
    let pages = 0
    for (let cursor: string | undefined, more = true; more; pages += 1) {
      const { units, result } = await metered(() => list({ ...query, cursor }, admin))
      expect(units.read).toBeLessThanOrEqual(260)
      expect(result.partial).toBe(false)
      found.push(...result.products.map(({ name }) => name))
      more = result.hasMore
      cursor = result.nextCursor ?? undefined
    }
    expect([found, pages]).toEqual([['Zinco'], 2])
  }
}, 60_000)

it('shows everybody what a cart would, nothing of another company, and costs half a unit a product for it', async () => {
  const user = await makeUser(company.id)
  expect(JSON.stringify(await list({}, user))).not.toContain('costPrice')
  const other = (await makeCompany()).admin
  expect((await list({ storeId: centre, sort: 'price' }, other)).products).toEqual([])
  const { units } = await metered(() => list())
  expect(units.read).toBeLessThanOrEqual(7)
})
