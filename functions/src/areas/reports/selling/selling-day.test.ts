import { productStores } from '@balcao/shared/api/catalog/products.ts'
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { selling } from '@balcao/shared/api/reports/selling.ts'
import { draftOrder } from '@balcao/shared/api/tickets/draft-order.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser } from '../../../../test/harness.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { checkout, openShop, orderOf, type Shop, sell } from '../../../../test/shop.ts'
import { countMissedSearch, sellingDay } from '../../../data/reports/selling-day.ts'
import { transact, type Write } from '../../../data/table/transact.ts'

const read = async ({ admin: as }: Pick<Shop, 'admin'>, query: object = {}) => call(selling.day, { as, query })

describe('a day of selling', () => {
  it('follows conversations, carts and orders of each seller', async () => {
    const shop = await openShop()
    const { companyId, admin: as, store } = shop
    const product = await sell(shop)
    const { id } = await makeTicket(companyId, { status: 'pending' })
    await call(tickets.update, { as, params: { id }, body: { status: 'open', userId: as.user.id } })
    const draft = { version: 0, storeId: store.id, itens: [{ productId: product.productId, amount: 1 }] }
    const { body: saved } = await call(draftOrder.save, { as, params: { ticketId: id }, body: draft })
    // Changed, it is the same cart.
    const changed = { ...draft, version: saved.version }
    await call(draftOrder.save, { as, params: { ticketId: id }, body: changed })
    const made = await checkout(shop, { ...orderOf(shop, [product]), ticketId: id })
    expect(made.status).toBe(201)
    const { body } = await read(shop)
    expect(body.sellers).toEqual([
      {
        ...{ sellerId: as.user.id, name: as.user.name, kind: 'user', conversations: 1, carts: 1, orders: 1 },
        ...{ revenue: 10, average: 10, paid: 0, paidTotal: 0 },
      },
    ])
    await call(budgets.remove, { as, params: { id: made.body.id } })
    expect((await read(shop)).body.sellers[0]).toMatchObject({ orders: 0, revenue: 0, average: null, carts: 1 })
    // Another day has nothing of it.
    expect((await read(shop, { day: '2020-02-29' })).body).toMatchObject({ day: '2020-02-29', sellers: [], ranOut: [] })
  })

  it('names what was searched in vain, the most frequent first, and what ran out', async () => {
    const shop = await openShop()
    const { companyId } = shop
    for (const text of ['Bolo de nozes', 'bolo de  NOZES', 'torta', '   ']) {
      const write = await countMissedSearch(companyId, text)
      if (write) await transact([write])
    }
    const [last, plenty] = [await sell(shop, { stock: 1 }), await sell(shop, { stock: 9 })]
    expect((await checkout(shop, orderOf(shop, [last, plenty], 20))).status).toBe(201)
    const { body } = await read(shop)
    expect(body.missed).toEqual([
      { text: 'bolo de NOZES', count: 2 },
      { text: 'torta', count: 1 },
    ])
    expect(body.ranOut.map(({ productId, storeName }) => [productId, storeName])).toEqual([
      [last.productId, shop.store.name],
    ])
  })

  it('counts what a person searched in vain once it stood, and never twice', async () => {
    const shop = await openShop()
    const { admin: as, store } = shop
    await sell(shop, { name: 'Camiseta' })
    const search = (searchParam: string, stood?: 'true', who = as) =>
      call(productStores.search, {
        as: who,
        params: { storeId: store.id },
        query: { searchParam, ...(stood ? { stood } : {}) },
      })
    for (const text of ['Boné', 'Bo', 'Bon']) await search(text)
    expect((await read(shop)).body.missed).toEqual([])
    await Promise.all([search('Boné', 'true'), search('boné ', 'true'), search('BONE', 'true')])
    await search('Boné', 'true')
    await search('Camiseta', 'true')
    await search('x', 'true')
    expect((await read(shop)).body.missed).toMatchObject([{ count: 1 }])
    const colleague = await makeUser(shop.companyId, { profile: 'user' })
    await search('Boné', 'true', colleague)
    const { missed } = (await read(shop)).body
    expect(missed).toMatchObject([{ count: 2 }])
    expect(missed[0]!.text).toMatch(/^bon[eé]$/i)
  })

  it('is made of large orders too, and read whatever contacts searched for', async () => {
    const shop = await openShop()
    const { companyId, admin: as } = shop
    const last = await Promise.all(Array.from({ length: 50 }, () => sell(shop, { stock: 1 })))
    expect((await checkout(shop, orderOf(shop, last))).status).toBe(201)
    expect((await read(shop)).body.ranOut.length).toBeGreaterThan(20)
    const { id } = await makeTicket(companyId, { status: 'pending' })
    await call(tickets.update, { as, params: { id }, body: { status: 'open', userId: as.user.id } })
    for (let i = 0; i < 2100; i += 100)
      await transact(
        (await Promise.all(
          Array.from({ length: 100 }, (_, j) => countMissedSearch(companyId, `x${i + j}`)),
        )) as Write[],
      )
    const { day } = (await read(shop)).body
    const found = await sellingDay(companyId, day)
    expect([found.missed.length, found.talks.size, found.ranOut.length > 20]).toEqual([2000, 1, true])
  }, 60_000)

  it('is of the own company, for admins of a plan with sales, and of days', async () => {
    const shop = await openShop()
    const user = await makeUser(shop.companyId)
    expect((await call(selling.day, { as: user, query: {} })).error).toBe('ERR_NO_PERMISSION')
    const plain = await makeCompany({ plan: { useSales: false } })
    expect((await call(selling.day, { as: plain.admin, query: {} })).error).toBe('ERR_PLAN_FEATURE')
    for (const day of ['2026-02-30', 'hoje', '']) expect((await read(shop, { day })).status).toBe(400)
    const other = await openShop()
    await checkout(other, orderOf(other, [await sell(other)]))
    expect((await read(shop)).body.sellers).toEqual([])
  })
})
