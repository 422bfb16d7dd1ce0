import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  applyCoupons,
  type CouponQuestion,
  type CouponTerms,
  givenBy,
  patternPercent,
  termsProblem,
} from './coupons.ts'

const NOW = new Date('2026-06-15T12:00:00Z')

const coupon = (fields: Partial<CouponTerms> = {}): CouponTerms => ({
  id: fields.name ?? 'promo',
  storeId: null,
  name: 'Promo',
  type: 'fixed',
  value: 10,
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
  categories: [],
  ...fields,
})

const ask = (coupons: readonly CouponTerms[], fields: Partial<CouponQuestion> = {}) =>
  applyCoupons({
    names: coupons.map(({ name }) => name),
    coupons,
    lines: [
      { categoryId: 'drinks', cents: 3000 },
      { categoryId: 'food', cents: 6000 },
      { categoryId: null, cents: 1000 },
    ],
    freight: 1500,
    storeId: 'store',
    address: { city: 'São Paulo', state: 'SP' },
    now: NOW,
    uses: {},
    storePattern: false,
    ...fields,
  })

/** Returns the discount of each coupon. */
const discounts = (result: ReturnType<typeof ask>) =>
  'refused' in result ? result : result.applied.map(c => c.discount)

describe('a coupon is refused', () => {
  it.each<[string, string, Partial<CouponTerms>, Partial<CouponQuestion>?]>([
    ['that nobody made', 'ERR_NO_COUPON_FOUND', {}, { coupons: [] }],
    ['before it starts', 'ERR_COUPON_NOT_STARTED', { startAt: '2026-06-15T12:00:00.001Z' }],
    ['from its expiry on', 'ERR_COUPON_EXPIRED', { expiresAt: '2026-06-15T12:00:00.000Z' }],
    ['below its minimum', 'ERR_COUPON_MINIMUM', { minimumValue: 100.01 }],
    ['once it is used up', 'ERR_COUPON_USED_UP', { usageLimit: 3, used: 3 }],
    ['once this customer has used it up', 'ERR_COUPON_USED_UP', { usagePerUser: 2 }, { uses: { promo: 2 } }],
    ['in another store', 'ERR_COUPON_STORE', { storeId: 'other' }],
    ['in another region', 'ERR_COUPON_REGION', { regions: ['RJ', 'Niterói'] }],
    ['of a region, for who picks the order up', 'ERR_COUPON_REGION', { regions: ['SP'] }, { address: null }],
    ['without a product of its categories', 'ERR_COUPON_CATEGORY', { categories: ['toys'] }],
  ])('%s', (_, refused, terms, fields) => {
    expect(ask([coupon(terms)], { names: [' promo '], ...fields })).toEqual({ refused, coupon: 'promo' })
  })

  it.each<[string, Partial<CouponTerms>, Partial<CouponQuestion>?]>([
    ['from the moment it starts', { startAt: NOW.toISOString() }],
    ['until just before its expiry', { expiresAt: '2026-06-15T12:00:00.001Z' }],
    ['from its minimum on', { minimumValue: 100 }],
    ['a last time', { usageLimit: 3, used: 2, usagePerUser: 3 }, { uses: { promo: 2, other: 9 } }],
    ['in its store', { storeId: 'store' }],
    ['in its state', { regions: ['RJ', 'sp'] }],
    ['in its city', { regions: ['SAO PAULO'] }],
    ['with one product of its categories', { categories: ['toys', 'food'] }],
  ])('and not %s', (_, terms, fields) => {
    expect(ask([coupon(terms)], fields)).toEqual({
      applied: [{ id: 'promo', name: 'Promo', discount: 1000 }],
      discount: 1000,
    })
  })

  it('beside others unless all are combinable; the first that is not is named', () => {
    const coupons = [coupon({ name: 'Um' }), coupon({ name: 'Dois', cumulative: false }), coupon({ name: 'Três' })]
    expect(ask(coupons)).toEqual({ refused: 'ERR_COUPON_NOT_CUMULATIVE', coupon: 'Dois' })
    expect(discounts(ask([coupons[1]!]))).toEqual([1000])
  })

  it('and with it all that were typed', () => {
    expect(ask([coupon({ name: 'Um' }), coupon({ name: 'Dois', minimumValue: 500 })])).toEqual({
      refused: 'ERR_COUPON_MINIMUM',
      coupon: 'Dois',
    })
  })
})

describe('a coupon takes off', () => {
  it('its percentage, half a cent rounded up, and its bound at most', () => {
    const percent = coupon({ type: 'percentage', value: 12.5 })
    expect(discounts(ask([percent]))).toEqual([1250])
    expect(discounts(ask([percent], { lines: [{ categoryId: null, cents: 1004 }] }))).toEqual([126])
    expect(discounts(ask([coupon({ type: 'percentage', value: 12.5, maxDiscount: 7.77 })]))).toEqual([777])
    expect(discounts(ask([coupon({ type: 'percentage', value: 100 })]))).toEqual([10_000])
  })

  it('its amount, and never more than what it is for', () => {
    expect(discounts(ask([coupon({ value: 500 })]))).toEqual([10_000])
    expect(discounts(ask([coupon({ value: 500, categories: ['drinks'] })]))).toEqual([3000])
  })

  it('of its categories alone', () => {
    const categories = ['drinks', 'food']
    expect(discounts(ask([coupon({ type: 'percentage', value: 10, categories })]))).toEqual([900])
  })

  it('the freight, all of it or its value at most, and that once', () => {
    expect(discounts(ask([coupon({ type: 'free_shipping', value: 0 })]))).toEqual([1500])
    expect(discounts(ask([coupon({ type: 'free_shipping', value: 9.9 })]))).toEqual([990])
    expect(discounts(ask([coupon({ type: 'free_shipping', value: 99 })]))).toEqual([1500])
    expect(discounts(ask([coupon({ freeShipping: true })]))).toEqual([2500])
    const both = [coupon({ name: 'Um', freeShipping: true }), coupon({ name: 'Dois', type: 'free_shipping', value: 0 })]
    expect(discounts(ask(both))).toEqual([2500, 0])
    expect(discounts(ask(both.toReversed()))).toEqual([1500, 1000])
    expect(discounts(ask([coupon({ type: 'free_shipping', value: 0 })], { freight: 0 }))).toEqual([0])
  })

  it('together never more than there is, in the order they were typed', () => {
    const [most, rest] = [coupon({ name: 'Um', value: 95 }), coupon({ name: 'Dois', type: 'percentage', value: 50 })]
    expect(discounts(ask([most, rest]))).toEqual([9500, 500])
    expect(discounts(ask([rest, most]))).toEqual([5000, 5000])
    const drinks = (name: string) => coupon({ name, value: 20, categories: ['drinks'] })
    expect(discounts(ask([drinks('Um'), drinks('Dois')]))).toEqual([2000, 1000])
    // The coupon for everything may reduce the food: the second one still has all of the drinks.
    expect(discounts(ask([coupon({ name: 'Um', value: 20 }), { ...drinks('Dois'), value: 30 }]))).toEqual([2000, 3000])
  })

  it('once, however often its name is typed', () => {
    const promo = coupon({ name: 'Promoção' })
    expect(ask([promo], { names: ['PROMOCAO', '', ' promoção', ' '] })).toEqual({
      applied: [{ id: 'Promoção', name: 'Promoção', discount: 1000 }],
      discount: 1000,
    })
    expect(ask([], { names: [] })).toEqual({ applied: [], discount: 0 })
  })
})

describe('LOJA and digits', () => {
  it.each([
    ['LOJA5', 5],
    ['loja05', 5],
    [' Loja99', 99],
    ['LOJA0', undefined],
    ['LOJA00', undefined],
    ['LOJA100', undefined],
    ['LOJA', undefined],
    ['MINHALOJA10', undefined],
    ['LOJA 10', undefined],
    ['LOJA1O', undefined],
  ])('%j gives %j', (name, percent) => expect(patternPercent(name)).toBe(percent))

  it('give that percentage only where the setting or a row allows it', () => {
    expect(ask([], { names: ['loja15'] })).toEqual({ refused: 'ERR_NO_COUPON_FOUND', coupon: 'loja15' })
    expect(ask([], { names: ['loja15'], storePattern: true })).toEqual({
      applied: [{ id: null, name: 'LOJA15', discount: 1500 }],
      discount: 1500,
    })
    const row = coupon({ name: 'Loja15', type: 'fixed', value: 3, maxDiscount: 14 })
    expect(givenBy(row)).toEqual({ type: 'percentage', value: 15 })
    expect(discounts(ask([row]))).toEqual([1400])
  })

  it('have the terms of their row where there is one, whatever the setting', () => {
    const row = coupon({ name: 'LOJA15', expiresAt: '2026-06-01T00:00:00.000Z' })
    expect(ask([row], { storePattern: true })).toMatchObject({ refused: 'ERR_COUPON_EXPIRED' })
  })

  it('are not combinable without a row that allows it', () => {
    const names = ['Promo', 'LOJA5']
    expect(ask([coupon()], { names, storePattern: true })).toEqual({
      refused: 'ERR_COUPON_NOT_CUMULATIVE',
      coupon: 'LOJA5',
    })
    const row = coupon({ name: 'LOJA5' })
    expect(discounts(ask([coupon(), row]))).toEqual([1000, 500])
  })
})

describe('termsProblem', () => {
  it.each<[string | undefined, Partial<CouponTerms>]>([
    ['value', { type: 'percentage', value: 0 }],
    ['value', { type: 'percentage', value: 100.01 }],
    ['value', { type: 'fixed', value: 0 }],
    ['maxDiscount', { type: 'percentage', maxDiscount: 0 }],
    ['expiresAt', { startAt: '2026-06-15T12:00:00.000Z', expiresAt: '2026-06-15T12:00:00.000Z' }],
    [undefined, { type: 'percentage', value: 100, maxDiscount: 0.01 }],
    [undefined, { type: 'fixed', value: 1000, maxDiscount: 0 }],
    [undefined, { type: 'free_shipping', value: 0 }],
    [undefined, { name: 'LOJA10', type: 'fixed', value: 0 }],
    [undefined, { startAt: '2026-06-15T12:00:00.000Z', expiresAt: '2026-06-15T12:00:00.001Z' }],
  ])('is %s of %j', (problem, fields) => expect(termsProblem(coupon(fields))).toBe(problem))
})

describe('coupons of any kind', () => {
  const categories = fc.subarray(['drinks', 'food', 'toys'])
  const any = fc
    .array(
      fc.record({
        type: fc.constantFrom('fixed' as const, 'percentage' as const, 'free_shipping' as const),
        value: fc.integer({ min: 0, max: 10_000 }).map(hundredths => hundredths / 100),
        maxDiscount: fc.option(fc.integer({ min: 0, max: 5000 }).map(cents => cents / 100)),
        freeShipping: fc.boolean(),
        categories,
      }),
      { maxLength: 6 },
    )
    .map(terms => terms.map((each, i) => coupon({ ...each, name: `Cupom ${i}` })))
  const lines = fc
    .array(
      fc.record({
        categoryId: fc.constantFrom('drinks', 'food', 'toys', null),
        cents: fc.integer({ min: 0, max: 8000 }),
      }),
      { maxLength: 10 },
    )
    // A line of each category, so that none is refused.
    .map(some => [...some, ...['drinks', 'food', 'toys'].map(categoryId => ({ categoryId, cents: 100 }))])

  /**
   * Assigns discounts cent by cent to lines of their coupons, moving others; returns true if the
   * lines can bear them.
   */
  function bears(
    cents: readonly number[],
    takes: readonly { takes: number; may: (line: number) => boolean }[],
  ): boolean {
    const flow = takes.map(() => cents.map(() => 0))
    const free = [...cents]
    for (const [c, { takes: wanted }] of takes.entries()) {
      let left = wanted
      while (left > 0) {
        const via = new Map<string, string>()
        const queue = [`c${c}`]
        let end: number | undefined
        while (queue.length > 0 && end === undefined) {
          const node = queue.shift()!
          const at = Number(node.slice(1))
          const next = node.startsWith('c')
            ? cents.flatMap((_, l) => (takes[at]!.may(l) ? [`l${l}`] : []))
            : takes.flatMap((_, o) => (flow[o]![at]! > 0 ? [`c${o}`] : []))
          if (node.startsWith('l') && free[at]! > 0) end = at
          else
            for (const one of next)
              if (one !== `c${c}` && !via.has(one)) {
                via.set(one, node)
                queue.push(one)
              }
        }
        if (end === undefined) return false
        const path = [`l${end}`]
        while (path[0] !== `c${c}`) path.unshift(via.get(path[0]!)!)
        const back = path.flatMap((node, i) =>
          node.startsWith('c') && i > 0 ? [[Number(node.slice(1)), Number(path[i - 1]!.slice(1))] as const] : [],
        )
        const most = Math.min(left, free[end]!, ...back.map(([o, l]) => flow[o]![l]!))
        for (const [o, l] of back) flow[o]![l]! -= most
        for (const [i, node] of path.entries())
          if (node.startsWith('c')) flow[Number(node.slice(1))]![Number(path[i + 1]!.slice(1))]! += most
        free[end]! -= most
        left -= most
      }
    }
    return true
  }

  it('take whole cents off what they are for, never more than lines and freight, however the lines are ordered', () => {
    fc.assert(
      fc.property(
        any,
        lines.chain(all => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        fc.integer({ min: 0, max: 3000 }),
        (coupons, [all, shuffled], freight) => {
          const result = ask(coupons, { lines: all, freight })
          expect(ask(coupons, { lines: shuffled, freight })).toEqual(result)
          if ('refused' in result) throw new Error(result.refused)
          const subTotal = all.reduce((sum, { cents }) => sum + cents, 0)
          expect(result.discount).toBe(result.applied.reduce((sum, { discount }) => sum + discount, 0))
          expect(result.discount).toBeLessThanOrEqual(subTotal + freight)
          for (const { discount } of result.applied) expect(Number.isInteger(discount) && discount >= 0).toBe(true)

          // The freight as one more line, for those that may reduce it.
          const takes = result.applied.map(({ discount }, i) => ({
            takes: discount,
            may: (line: number) => {
              const { type, categories: own, freeShipping } = coupons[i]!
              if (line === all.length) return type === 'free_shipping' || freeShipping
              return type !== 'free_shipping' && (own.length === 0 || own.includes(all[line]!.categoryId ?? ''))
            },
          }))
          expect(bears([...all.map(({ cents }) => cents), freight], takes)).toBe(true)
        },
      ),
    )
  })

  it('of a fixed amount take all of it while what they are for bears it', () => {
    fc.assert(
      fc.property(lines, categories, fc.integer({ min: 1, max: 50_000 }), (all, own, cents) => {
        const base = all.filter(({ categoryId }) => own.length === 0 || own.includes(categoryId ?? ''))
        const worth = base.reduce((sum, line) => sum + line.cents, 0)
        const result = ask([coupon({ value: cents / 100, categories: own })], { lines: all })
        expect(result).toMatchObject({ discount: Math.min(cents, worth) })
      }),
    )
  })
})
