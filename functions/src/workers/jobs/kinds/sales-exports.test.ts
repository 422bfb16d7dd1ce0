import { productStores, products } from '@balcao/shared/api/catalog/products.ts'
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Gate, openGate } from '../../../../test/gate.ts'
import { call, makeUser, type TestUser } from '../../../../test/harness.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { checkout, openShop, orderOf, type Shop, sell } from '../../../../test/shop.ts'
import { getJob } from '../../../data/jobs/job.ts'
import { readObject } from '../../../integrations/storage.ts'
import { handler } from '../handler.ts'

let gate: Gate
let shop: Shop
beforeAll(async () => {
  gate = await openGate()
  shop = await openShop()
})
afterAll(() => gate.close())

/** Returns the lines of the file that a call makes. */
async function fileOf(ask: () => Promise<{ status: number; body: { jobId: string } }>): Promise<string[]> {
  gate.sent()
  const { status, body } = await ask()
  expect(status).toBe(202)
  const { companyId } = shop
  const waiting: JobMessage[] = [{ type: 'step', companyId, jobId: body.jobId, seq: 0 }]
  gate.sent()
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    expect((await handler(batchOf([JSON.stringify(next)]))).batchItemFailures).toEqual([])
    waiting.push(...gate.sent())
  }
  const job = (await getJob(companyId, body.jobId, true))!
  expect([job.status, job.error]).toEqual(['done', null])
  const pieces: Uint8Array[] = []
  for await (const piece of readObject(job.file!.key)) pieces.push(piece)
  return Buffer.concat(pieces).toString().split('\r\n').slice(0, -1)
}

describe('the exports of sales', { timeout: 60_000 }, () => {
  it('of orders has what the filters find, with amounts a spreadsheet reads, and no formula', async () => {
    const row = await sell(shop, { sellingPrice: 12.5 })
    await checkout(shop, orderOf(shop, [row], 12.5))
    const two = { itens: [{ productId: row.productId, amount: 2 }] }
    await checkout(shop, { ...orderOf(shop, [row], 25), ...two })
    const as: TestUser = await makeUser(shop.companyId, { profile: 'supervisor' })
    const [head, first, ...rest] = await fileOf(() =>
      call(budgets.export, { as, body: { sellerId: shop.admin.user.id }, headers: { 'accept-language': 'pt' } }),
    )
    expect(head).toContain('Número;Emissão;Loja;Cliente;Status;Itens;Negociado;Total;Vendedor;Cancelado em')
    expect(first).toMatch(/^2;\d{4}-\d\d-\d\d \d\d:\d\d;.*;2;\d+,\d\d;25,00;/)
    expect(rest).toHaveLength(1)
    expect(await fileOf(() => call(budgets.export, { as, body: { dateTo: '2020-01-01' } }))).toHaveLength(1)
  })

  it('of products has a line for each store, and those that are running out', async () => {
    const as = shop.admin
    const { body: mug } = await call(products.create, { as, body: { name: '=Caneca', code: 'CAN-1' } })
    const pricing = { costPrice: 1, sellingPrice: 19.9, promotionPrice: 0, stock: 3 }
    await call(productStores.create, { as, body: { storeId: shop.store.id, productId: mug.id, ...pricing } })
    await call(products.create, { as, body: { name: 'Avental' } })
    const ask = (body: object) =>
      fileOf(() => call(products.export, { as, body, headers: { 'accept-language': 'en' } }))
    const all = await ask({})
    expect(all).toContain(`CAN-1;;'=Caneca;;yes;${shop.store.name};19.90;;3`)
    expect(all.some(line => line.includes('Avental;;yes;;;;'))).toBe(true)
    expect(await ask({ low: true })).toHaveLength(2)
    expect((await call(products.export, { as: await makeUser(shop.companyId), body: {} })).status).toBe(403)
  })
})
