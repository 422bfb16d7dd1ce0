import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allowedInstallments,
  checkPayments,
  clampPayment,
  installmentParts,
  remainingOf,
  wholePayment,
} from './payments.ts'
import { TYPE_PAYMENTS } from './type-payments.ts'

const [CASH, PIX, , CREDIT] = TYPE_PAYMENTS as [never, never, never, never] & typeof TYPE_PAYMENTS
const details = [
  { minimumValue: 100, installments: 6 },
  { minimumValue: 30, installments: 3 },
]
const cash = { id: 'cash', typePayment: CASH, paymentDetails: [] }
const pix = { id: 'pix', typePayment: PIX, paymentDetails: details }
const credit = { id: 'credit', typePayment: CREDIT, paymentDetails: details }
const options = [cash, pix, credit]

const pay = (method: string, value: number, { change = 0, installments = 1 } = {}) => ({
  method,
  value,
  change,
  installments,
})
const check = (total: number, ...payments: ReturnType<typeof pay>[]) => checkPayments({ total, payments, options })

describe('checkPayments', () => {
  it('takes payments that come to the total', () => {
    expect(check(10_000, pay('cash', 4000, { change: 1000 }), pay('credit', 6000, { installments: 3 }))).toEqual({
      negotiated: 10_000,
      change: 1000,
      installments: 3,
    })
  })

  it('wants none of what costs nothing, and takes none', () => {
    expect(check(0)).toEqual({ negotiated: 0, change: 0, installments: 0 })
    expect(check(0, pay('pix', 1))).toEqual({ refused: 'ERR_PAYMENTS_EXCEED', place: 0 })
  })

  it.each([
    ['a method nobody has', 'ERR_NO_PAYMENT_FOUND', 1, [pay('pix', 1), pay('gold', 99)]],
    ['a method twice', 'ERR_PAYMENT_REPEATED', 2, [pay('pix', 1), pay('cash', 1), pay('pix', 98)]],
    ['a payment of nothing', 'ERR_VALIDATION', 1, [pay('pix', 100), pay('cash', 0)]],
    ['a payment below nothing', 'ERR_VALIDATION', 0, [pay('pix', -5), pay('cash', 105)]],
    ['change below nothing', 'ERR_VALIDATION', 0, [pay('cash', 100, { change: -1 })]],
    ['change of what gives none', 'ERR_PAYMENT_CHANGE', 0, [pay('pix', 100, { change: 1 })]],
    ['change of the largest note', 'ERR_PAYMENT_CHANGE_TOO_HIGH', 0, [pay('cash', 100, { change: 20_000 })]],
    ['instalments of what has none', 'ERR_PAYMENT_INSTALLMENTS', 0, [pay('pix', 100, { installments: 2 })]],
    ['no instalment at all', 'ERR_PAYMENT_INSTALLMENTS', 0, [pay('pix', 100, { installments: 0 })]],
    ['too much', 'ERR_PAYMENTS_EXCEED', 1, [pay('pix', 60), pay('cash', 41)]],
    ['too little', 'ERR_PAYMENTS_SHORT', null, [pay('pix', 60), pay('cash', 39)]],
    ['nothing', 'ERR_PAYMENTS_SHORT', null, []],
  ] as const)('refuses %s and says where', (_, refused, place, payments) => {
    expect(check(100, ...payments)).toEqual({ refused, place })
  })

  it('takes change of every amount below the largest note with money handed over, and of no other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), fc.constantFrom('cash', 'pix', 'credit'), (change, method) => {
        const answer = check(100, pay(method, 100, { change }))
        const taken = change === 0 || (method === 'cash' && change <= 19_999)
        expect('refused' in answer).toBe(!taken)
        if (!('refused' in answer)) expect(answer.change).toBe(change)
      }),
    )
  })

  it('looks at the value of the payment for its instalments, not at the total', () => {
    const over = [pay('credit', 9999, { installments: 6 }), pay('pix', 90_001)]
    expect(check(100_000, ...over)).toEqual({ refused: 'ERR_PAYMENT_INSTALLMENTS', place: 0 })
    expect(check(10_000, pay('credit', 10_000, { installments: 6 }))).toMatchObject({ installments: 6 })
    expect(check(10_000, pay('credit', 10_000, { installments: 7 }))).toMatchObject({ place: 0 })
  })
})

describe('allowedInstallments', () => {
  it.each([
    [2999, 1],
    [3000, 3],
    [9999, 3],
    [10_000, 6],
    [9_999_999_999, 6],
  ])('%d cents: up to %d', (value, most) => expect(allowedInstallments(credit, value)).toBe(most))

  it('are one without rules, without instalments, and of a cent', () => {
    expect(allowedInstallments({ ...credit, paymentDetails: [] }, 50_000)).toBe(1)
    expect(allowedInstallments(pix, 50_000)).toBe(1)
    const always = { ...credit, paymentDetails: [{ minimumValue: 0, installments: 12 }] }
    expect([1, 5, 12, 13].map(value => allowedInstallments(always, value))).toEqual([1, 5, 12, 12])
  })
})

describe('clampPayment', () => {
  it('gives change, or cuts to what remains and reports it', () => {
    expect(clampPayment(5000, 3210, cash)).toEqual({ value: 3210, change: 1790, clamped: false })
    expect(clampPayment(5000, 3210, credit)).toEqual({ value: 3210, change: 0, clamped: true })
    expect(clampPayment(3210, 3210, credit)).toEqual({ value: 3210, change: 0, clamped: false })
    expect(remainingOf(3210, [{ value: 3000 }])).toBe(210)
    expect(remainingOf(3210, [{ value: 3000 }, { value: 300 }])).toBe(0)
  })
})

describe('installmentParts', () => {
  it('begins with the cents that do not divide', () => {
    expect(installmentParts(10_000, 3)).toEqual([3334, 3333, 3333])
    expect(installmentParts(10_000, 1)).toEqual([10_000])
  })

  it('adds up to the value, each part a cent from another at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999_999 }), fc.integer({ min: 1, max: 99 }), (value, count) => {
        const parts = installmentParts(value, count)
        const sum = parts.reduce((all, each) => all + each, 0)
        return parts.length === count && sum === value && parts[0]! - parts.at(-1)! <= 1 && parts.at(-1)! >= 0
      }),
    )
  })
})

describe('a payment of the whole sum', () => {
  it('always covers exactly the total, by whatever method, and is taken', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.constantFrom(...options),
        fc.nat(1_019_999),
        fc.nat(20),
        (total, option, received, installments) => {
          const part = wholePayment(total, option, { received: Math.min(received, total + 19_999), installments })
          expect(part).toMatchObject({ method: option.id, value: total })
          expect(check(total, part)).toMatchObject({ negotiated: total, change: part.change })
        },
      ),
    )
  })

  it('gives back what is beyond it, and nothing of less', () => {
    expect(wholePayment(3980, cash, { received: 5000 })).toEqual(pay('cash', 3980, { change: 1020 }))
    expect(wholePayment(3980, cash, { received: 10 })).toEqual(pay('cash', 3980))
    expect(wholePayment(3980, pix, { received: 5000 })).toEqual(pay('pix', 3980))
    expect(wholePayment(3980, credit, { installments: 9 })).toEqual(pay('credit', 3980, { installments: 3 }))
  })
})
