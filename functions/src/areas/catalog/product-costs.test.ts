import { productStores, products } from '@balcao/shared/api/catalog/products.ts'
import { stores } from '@balcao/shared/api/catalog/stores.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../test/fake-gateway.ts'
import { call, makeCompany, makeUser, type TestUser } from '../../../test/harness.ts'

let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
})
afterAll(() => gateway.close())

it('tells what a product costs to admins and who may change prices, in lists and events, and to nobody else', async () => {
  const { id, admin } = await makeCompany()
  const [user, keeper] = [await makeUser(id), await makeUser(id, { permissions: ['catalog'] })]
  const [boss, seller] = [await gateway.open(admin), await gateway.open(user)]
  const productId = (await call(products.create, { as: admin, body: { name: 'Camiseta' } })).body.id
  const storeId = (await call(stores.create, { as: admin, body: { name: 'Matriz' } })).body.id
  const body = { storeId, productId, stock: 5, costPrice: 10.05, sellingPrice: 19.9, promotionPrice: 0 }
  expect((await call(productStores.create, { as: admin, body })).status).toBe(201)
  const costs = async (as: TestUser) =>
    (await call(productStores.list, { as, params: { productId } })).body.productStores.map(row => row.costPrice)
  expect([await costs(admin), await costs(keeper), await costs(user)]).toEqual([[10.05], [10.05], [undefined]])
  const received = ({ received: events }: typeof boss) =>
    events.flatMap(({ payload }) => {
      const shown = (payload as { productStore?: { sellingPrice: number; costPrice?: number } } | undefined)
        ?.productStore
      return shown ? [[shown.sellingPrice, shown.costPrice]] : []
    })
  expect([received(boss), received(seller)]).toEqual([[[19.9, 10.05]], [[19.9, undefined]]])
})
