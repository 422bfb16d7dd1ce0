import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyCoupons } from './coupons.ts'
import { toReais } from './money.ts'
import { lineTotal, MAX_AMOUNT, orderTotals, priceOf, subTotalOf } from './order-totals.ts'
import { CHANGE_BELOW, checkPayments, clampPayment, installmentParts, remainingOf } from './payments.ts'
import { TYPE_PAYMENTS } from './type-payments.ts'

describe('priceOf', () => {
  it('is the promotion while there is one', () => {
    expect(priceOf({ sellingPrice: 19.99, promotionPrice: 14.9 })).toBe(1490)
    expect(priceOf({ sellingPrice: 19.99, promotionPrice: 0 })).toBe(1999)
    expect(priceOf({ sellingPrice: 10, promotionPrice: 12 })).toBe(1200)
  })
})

describe('orderTotals', () => {
  const amounts = { subTotal: 10_000, discount: 1500, freight: 790, increase: 210 }

  it('takes the discount off and puts freight and increase on', () => {
    expect(orderTotals(amounts)).toEqual({ ...amounts, total: 9500 })
    expect(subTotalOf([])).toBe(0)
    expect(lineTotal({ price: 1999, amount: 3 })).toBe(5997)
  })

  it('never comes below 0', () => {
    expect(orderTotals({ ...amounts, discount: 20_000 })).toMatchObject({ total: 0 })
  })

  it('refuses what no call could carry', () => {
    const largest = { subTotal: MAX_AMOUNT, discount: 0, freight: 0, increase: 0 }
    expect(orderTotals(largest)).toMatchObject({ total: MAX_AMOUNT })
    expect(orderTotals({ ...largest, freight: 1 })).toEqual({ refused: 'ERR_ORDER_TOO_LARGE' })
    // A discount does not make the lines smaller.
    expect(orderTotals({ ...largest, subTotal: MAX_AMOUNT + 1, discount: 5000 })).toEqual({
      refused: 'ERR_ORDER_TOO_LARGE',
    })
  })
})

type Item = { sellingPrice: number; promotionPrice: number; amount: number; categoryId: 'a' | 'b' | null }

const money = fc.integer({ min: 1, max: 500_000 })
const cart: fc.Arbitrary<Item[]> = fc.array(
  fc.record({
    sellingPrice: money.map(toReais),
    promotionPrice: fc.oneof(fc.constant(0), money.map(toReais)),
    amount: fc.integer({ min: 1, max: 30 }),
    categoryId: fc.constantFrom('a' as const, 'b' as const, null),
  }),
  { minLength: 1, maxLength: 12 },
)
const exactly = (numbers: readonly number[]): bigint => numbers.reduce((sum, each) => sum + BigInt(each), 0n)

/** Returns an order made as cart, checkout and server do. */
function orderOf(
  items: readonly Item[],
  { freight, increase, percent, fixed }: { freight: number; increase: number; percent: number; fixed: number },
) {
  const lines = items.map(item => ({ ...item, price: priceOf(item) }))
  const subTotal = subTotalOf(lines)
  const coupon = {
    storeId: null,
    minimumValue: 0,
    maxDiscount: null,
    startAt: '2026-01-01T00:00:00.000Z',
    expiresAt: null,
    usageLimit: null,
    usagePerUser: null,
    used: 0,
    freeShipping: false,
    cumulative: true,
    regions: [],
  }
  const given = applyCoupons({
    names: ['metade', 'vale'],
    coupons: [
      { ...coupon, id: '1', name: 'Metade', type: 'percentage', value: toReais(percent), categories: [] },
      { ...coupon, id: '2', name: 'Vale', type: 'fixed', value: toReais(fixed), categories: ['a'] },
    ],
    lines: lines.map(line => ({ categoryId: line.categoryId, cents: lineTotal(line) })),
    freight,
    storeId: 's',
    address: null,
    now: new Date('2026-06-01T00:00:00Z'),
    uses: {},
    storePattern: false,
  })
  const discount = 'refused' in given ? 0 : given.discount
  const totals = orderTotals({ subTotal, discount, freight, increase })
  if ('refused' in totals) throw new Error(totals.refused)
  return { lines, given, totals }
}

describe('an order from cart to instalments', () => {
  const extras = fc.record({
    freight: fc.integer({ min: 0, max: 20_000 }),
    increase: fc.integer({ min: 0, max: 20_000 }),
    percent: fc.integer({ min: 0, max: 10_000 }),
    fixed: fc.integer({ min: 0, max: 1_000_000 }),
  })
  const options = TYPE_PAYMENTS.map(typePayment => ({
    id: typePayment.id,
    typePayment,
    paymentDetails: [{ minimumValue: 0, installments: 12 }],
  }))

  it('is exact in cents, never negative, and the same however its lines are ordered', () => {
    fc.assert(
      fc.property(
        cart.chain(items => fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length }))),
        extras,
        ([items, shuffled], amounts) => {
          const { lines, given, totals } = orderOf(items, amounts)
          expect(BigInt(totals.subTotal)).toBe(
            lines.reduce((sum, { price, amount }) => sum + BigInt(price) * BigInt(amount), 0n),
          )
          expect(BigInt(totals.total)).toBe(
            BigInt(totals.subTotal) - BigInt(totals.discount) + BigInt(amounts.freight) + BigInt(amounts.increase),
          )
          for (const amount of Object.values(totals)) expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true)
          const again = orderOf(shuffled, amounts)
          expect([again.totals, again.given]).toEqual([totals, given])
        },
      ),
    )
  })

  it('is paid to the cent by parts, change and instalments, and by nothing less or more', () => {
    fc.assert(
      fc.property(
        cart,
        extras,
        fc.array(money, { maxLength: 6 }),
        fc.integer({ min: 1, max: 12 }),
        (items, amounts, handed, most) => {
          const { total } = orderOf(items, amounts).totals
          const payments: { method: string; value: number; change: number; installments: number }[] = []
          for (const [i, option] of options.entries()) {
            const remaining = remainingOf(total, payments)
            if (remaining === 0) break
            // The last method takes the remainder.
            const amount = Math.min(handed[i] ?? remaining, remaining + CHANGE_BELOW - 1)
            const { value, change } = clampPayment(amount, remaining, option)
            const installments = option.typePayment.installments ? Math.min(most, value) : 1
            payments.push({ method: option.id, value, change, installments })
          }
          const checked = checkPayments({ total, payments, options })
          expect(exactly(payments.map(({ value }) => value))).toBe(BigInt(total))
          expect(checked).toEqual({
            negotiated: total,
            change: Number(exactly(payments.map(({ change }) => change))),
            installments: Math.max(0, ...payments.map(({ installments }) => installments)),
          })
          for (const { value, installments } of payments)
            expect(exactly(installmentParts(value, installments))).toBe(BigInt(value))

          const [first] = payments
          if (!first) return
          const with1 = (by: number) => [{ ...first, value: first.value + by, installments: 1 }, ...payments.slice(1)]
          expect(checkPayments({ total, payments: with1(1), options })).toMatchObject({
            refused: 'ERR_PAYMENTS_EXCEED',
          })
          if (first.value > 1)
            expect(checkPayments({ total, payments: with1(-1), options })).toEqual({
              refused: 'ERR_PAYMENTS_SHORT',
              place: null,
            })
        },
      ),
    )
  })
})
