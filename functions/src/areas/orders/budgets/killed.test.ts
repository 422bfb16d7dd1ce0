import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Gate, openGate } from '../../../../test/gate.ts'
import { call } from '../../../../test/harness.ts'
import { killAtCall } from '../../../../test/kill-at-call.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { checkout, makeCoupon, makeStore, openShop, orderOf, type Shop, sell, stockOf } from '../../../../test/shop.ts'
import type { ApiCall } from '../../../../test/take-message.ts'
import { COUPONS } from '../../../data/orders/coupon.ts'
import { getRow } from '../../../data/table/small-list.ts'
import { listMessages } from '../../../data/tickets/message.ts'

let gate: Gate
let shop: Shop
beforeAll(async () => {
  gate = await openGate()
  shop = await openShop()
})
afterAll(() => gate.close())

it('an order is made once, and cancelled once, when processes are killed right before and right behind their transaction', {
  timeout: 240_000,
}, async () => {
  const { companyId, admin } = shop
  const rows = [await sell(shop, { stock: 5 }), await sell(shop, { stock: 5 })]
  const coupon = await makeCoupon(companyId, { usageLimit: 1 })
  const body = { ...orderOf(shop, rows, 19), coupon: coupon.name, draftId: newId() }
  const stands = async () => {
    const { budGets } = (await call(budgets.list, { as: admin, query: { canceled: 'true' } as never })).body
    const stocks = await Promise.all(rows.map(row => stockOf(shop, row)))
    const used = (await getRow(companyId, COUPONS, coupon.id, true))!.used
    return { orders: budGets.map(({ number, canceledAt }) => [number, canceledAt !== null]), stocks, used }
  }
  const none = { orders: [], stocks: [5, 5], used: 0 }
  const whole = { orders: [[1, false]], stocks: [4, 4], used: 1 }
  const undone = { orders: [[1, true]], stocks: [5, 5], used: 0 }
  const killed = (moment: 'before' | 'after', api: ApiCall) =>
    killAtCall(gate, { nth: 1, moment, operation: 'TransactWriteItems' }, 'api', api)

  const { token } = admin
  const order: ApiCall = { method: 'POST', path: '/budgets', token, body }
  expect([await killed('before', order), await stands()]).toEqual([true, none])
  expect([await killed('after', order), await stands()]).toEqual([true, whole])
  // The answer was lost, the order was not.
  const again = await checkout(shop, body)
  expect([again.status, again.body.number]).toEqual([201, 1])
  const params = { id: again.body.id }
  const cancel: ApiCall = { method: 'DELETE', path: `/budgets/${params.id}`, token }
  expect([await killed('before', cancel), await stands()]).toEqual([true, whole])
  expect([await killed('after', cancel), await stands()]).toEqual([true, undone])
  expect((await call(budgets.remove, { params, as: admin })).status).toBe(204)
  expect(await stands()).toEqual(undone)
})

it('an order is sent once, text and Pix code, when the process is killed between the two', {
  timeout: 240_000,
}, async () => {
  const { companyId, admin } = shop
  const store = await makeStore(companyId, { keyPix: 'loja@example.com' })
  const sold = await sell({ ...shop, store })
  const ticket = await makeTicket(companyId, { status: 'open', user: shop.admin.user })
  const made = await checkout(shop, {
    ...orderOf(shop, [sold]),
    storeId: store.id,
    ticketId: ticket.id,
    payments: [{ method: shop.pix, value: 10 }],
  })
  expect(made.status).toBe(201)
  const params = { id: made.body.id }
  const body = { text: true, pix: true, clientId: crypto.randomUUID() }
  const stands = async () => {
    const { history } = (await call(budgets.get, { params, as: admin })).body
    const rows = await listMessages(companyId, ticket.id, { limit: 10 })
    return [rows.length, history.filter(({ type }) => type === 'sent').length]
  }
  const api: ApiCall = { method: 'POST', path: `/budgets/${params.id}/send`, token: admin.token, body }
  const at = { nth: 2, operation: 'TransactWriteItems' }
  expect([await killAtCall(gate, { ...at, moment: 'before' }, 'api', api), await stands()]).toEqual([true, [1, 1]])
  expect([await killAtCall(gate, { ...at, moment: 'after' }, 'api', api), await stands()]).toEqual([true, [2, 1]])
  expect((await call(budgets.send, { params, body, as: admin })).status).toBe(200)
  expect(await stands()).toEqual([2, 1])
  expect(new Set((await listMessages(companyId, ticket.id, { limit: 10 })).map(({ body }) => body)).size).toBe(2)
})
