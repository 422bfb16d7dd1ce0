import { newId } from '@balcao/shared/ids.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkout, openShop, orderOf, sell } from '../../../test/shop.ts'
import { saveSetting } from '../company/setting.ts'
import { getHead } from '../orders/budget.ts'
import { headAfter, headWrite } from '../orders/budget-row.ts'
import { cancelBudget } from '../orders/cancel-budget.ts'
import { transact } from '../table/transact.ts'
import { countOrder, everyOrderDay, setOrderDay } from './order-day.ts'
import { recountOrderDays } from './recount-order-days.ts'

const step = fc.record({ do: fc.constantFrom('make', 'make', 'pay', 'unpay', 'cancel'), at: fc.nat(5) })

describe('a recount of orders', () => {
  it('finds what was counted, after any history', async () => {
    const shop = await openShop()
    const { companyId } = shop
    const product = await sell(shop, { stock: 9999 })
    const by = { id: newId(), name: 'Ana' }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async steps => {
        const ids: string[] = []
        for (const { do: what, at } of steps) {
          const id = ids[at % Math.max(1, ids.length)]
          if (what === 'make') ids.push((await checkout(shop, orderOf(shop, [product]))).body.id)
          else if (id && what === 'cancel') await cancelBudget(companyId, id, by)
          else if (id) {
            const before = (await getHead(companyId, id, true))!
            const after = headAfter(before, { paidAt: what === 'pay' ? (before.paidAt ?? Date.now()) : null })
            await transact([headWrite(after, before), ...(await countOrder(before, after))])
          }
        }
        expect(await recountOrderDays(companyId)).toBe(0)
      }),
      { numRuns: 6 },
    )
  })

  it('mends what differs, and counts by the days of another time zone', async () => {
    const shop = await openShop()
    const { companyId } = shop
    await checkout(shop, orderOf(shop, [await sell(shop)]))
    const [row] = await everyOrderDay(companyId)
    await transact([setOrderDay(companyId, { place: row!.place, figures: { orders: 7 } }, row)])
    await transact([setOrderDay(companyId, { place: '2020-01-01#0', figures: { orders: 3 } }, undefined)])
    expect(await recountOrderDays(companyId)).toBe(2)
    expect((await everyOrderDay(companyId)).map(({ figures }) => figures.orders ?? 0)).toEqual([0, 1])
    await saveSetting(companyId, 'timezone', 'Asia/Tokyo')
    await recountOrderDays(companyId)
    expect(await recountOrderDays(companyId)).toBe(0)
  })
})
