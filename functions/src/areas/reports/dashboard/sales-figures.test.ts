import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { dashboard } from '@balcao/shared/api/reports/dashboard.ts'
import { addDays } from '@balcao/shared/rules/days.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser } from '../../../../test/harness.ts'
import { checkout, openShop, orderOf, type Shop, sell } from '../../../../test/shop.ts'
import { STATUS_BUDGETS } from '../../../data/orders/status-budget.ts'
import { orderDays, setOrderDay, sumOrders } from '../../../data/reports/order-day.ts'
import { createRow, newRow } from '../../../data/table/small-list.ts'
import { transact } from '../../../data/table/transact.ts'

const today = () => localDay(Date.now(), 'America/Sao_Paulo')
const read = async ({ admin: as }: Pick<Shop, 'admin'>, query: object = { days: '3' }) =>
  (await call(dashboard.get, { as, query })).body
const statusOf = (shop: Shop, name: string) =>
  createRow(shop.companyId, STATUS_BUDGETS, newRow({ name, code: null, message: '', userId: shop.admin.user.id }))

describe('the sales of a dashboard', () => {
  it('are orders, revenue, average and what is paid, and follow a cancelled order', async () => {
    const shop = await openShop()
    expect((await read(shop)).sales).toEqual({
      ...{ orders: 0, revenue: 0, average: null, paid: 0, paidTotal: 0, previous: null },
    })
    const product = await sell(shop, { sellingPrice: 10.01 })
    const [paid, open, gone] = await Promise.all([sell(shop), sell(shop), sell(shop)])
    const make = async (...rows: Parameters<typeof orderOf>[1][number][]) =>
      (await checkout(shop, orderOf(shop, rows, rows.includes(product) ? 20.01 : 10))).body
    const [first, , third] = [await make(product, paid), await make(open), await make(gone)]
    const [status, nothing] = [await statusOf(shop, 'Pago'), await statusOf(shop, 'Conferido')]
    const move = (id: string, statusBudGetId: string | null) =>
      call(budgets.update, { as: shop.admin, params: { id }, body: { statusBudGetId } })
    for (const { id } of [first!, third!]) await move(id, status.id)
    expect((await read(shop)).sales).toMatchObject({
      orders: 3,
      revenue: 40.01,
      average: 13.34,
      paid: 2,
      paidTotal: 30.01,
    })
    // A cancelled order counts no more, paid or not; neither does a payment that is taken back.
    for (let i = 0; i < 2; i++) await call(budgets.remove, { as: shop.admin, params: { id: third!.id } })
    expect((await read(shop)).sales).toMatchObject({
      orders: 2,
      revenue: 30.01,
      average: 15.01,
      paid: 1,
      paidTotal: 20.01,
    })
    await move(first!.id, nothing.id)
    expect((await read(shop)).sales).toMatchObject({ orders: 2, paid: 1, paidTotal: 20.01 })
    await move(first!.id, null)
    expect((await read(shop)).sales).toMatchObject({ orders: 2, revenue: 30.01, paid: 0, paidTotal: 0 })
    expect((await read(shop)).today).toMatchObject({ day: today(), orders: 2, revenue: 30.01 })
  })

  it('are counted once, whatever is made and cancelled at the same time', async () => {
    const shop = await openShop()
    const product = await sell(shop)
    const made = await Promise.all(Array.from({ length: 12 }, () => checkout(shop, orderOf(shop, [product]))))
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
    const gone = made.slice(0, 5).flatMap(({ body }) => [body.id, body.id])
    await Promise.all([
      ...gone.map(id => call(budgets.remove, { as: shop.admin, params: { id } })),
      ...Array.from({ length: 4 }, () => checkout(shop, orderOf(shop, [product]))),
    ])
    expect((await read(shop)).sales).toMatchObject({ orders: 11, revenue: 110 })
  })

  it('compare with as many days before, and with the same weekday up to this hour', async () => {
    const shop = await openShop()
    const figures = { orders: 2, revenue: 5000, o00: 1, r00: 2000, o23: 1, r23: 3000 }
    const day = addDays(today(), -7)
    await transact([setOrderDay(shop.companyId, { place: `${day}#0`, figures }, undefined)])
    const { sales } = await read(shop, { date_from: addDays(day, 1), date_to: today() })
    expect(sales?.previous).toEqual({ orders: 2, revenue: 50, average: 25, paid: 0, paidTotal: 0 })
    expect((await read(shop, { days: '3' })).sales?.previous).toBeNull()
    expect(sumOrders(await orderDays(shop.companyId, day, day), 23)).toMatchObject({ orders: 1, revenue: 2000 })
    const { today: now } = await read(shop)
    expect(now.usual.revenue).toBe(now.hour === 0 ? 0 : 20)
  })

  it('are of the own company, for admins, and none without the plan for sales', async () => {
    const shop = await openShop()
    await checkout(shop, orderOf(shop, [await sell(shop)]))
    expect((await read({ admin: (await makeCompany()).admin })).sales).toMatchObject({ orders: 0 })
    const user = await makeUser(shop.companyId)
    expect((await call(dashboard.get, { as: user, query: { days: '3' } })).error).toBe('ERR_NO_PERMISSION')
    const without = await makeCompany({ plan: { useSales: false } })
    const { sales, today: now } = await read(without)
    expect([sales, now.orders]).toEqual([null, 0])
  })
})
