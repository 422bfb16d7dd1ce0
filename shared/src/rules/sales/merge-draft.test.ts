import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DraftChoice, keepOfGone, mergeDraft } from './merge-draft.ts'

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const choice: fc.Arbitrary<DraftChoice> = fc.record({
  storeId: fc.constantFrom(null, 's1', 's2'),
  customerId: fc.constantFrom(null, 'c1', 'c2'),
  itens: fc.uniqueArray(fc.record({ productId: id, amount: fc.integer({ min: 1, max: 3 }) }), {
    selector: ({ productId }) => productId,
  }),
  typeDelivery: fc.constantFrom(null, 'retirada' as const, 'entrega' as const),
  addressId: fc.constantFrom(null, 'p1', 'p2'),
  coupon: fc.uniqueArray(fc.constantFrom('DEZ', 'FRETE', 'VIP')),
})
const base = fc.option(choice)

const amounts = ({ itens }: DraftChoice) => new Map(itens.map(({ productId, amount }) => [productId, amount]))
const sorted = (draft: DraftChoice) => ({
  ...draft,
  itens: draft.itens.toSorted((a, b) => a.productId.localeCompare(b.productId)),
  coupon: draft.coupon.toSorted(),
})

const draft = (changes: Partial<DraftChoice> = {}): DraftChoice => ({
  storeId: 's1',
  customerId: null,
  itens: [],
  typeDelivery: null,
  addressId: null,
  coupon: [],
  ...changes,
})
const line = (productId: string, amount = 1) => ({ productId, amount })

describe('mergeDraft', () => {
  it('keeps the lines that both added, and reports the changes of the other', () => {
    const from = draft({ itens: [line('a'), line('b', 2)] })
    const mine = draft({ itens: [line('a'), line('b', 2), line('c')] })
    const theirs = draft({ itens: [line('a', 5), line('d')], coupon: ['DEZ'] })
    expect(mergeDraft(from, mine, theirs)).toEqual({
      draft: draft({ itens: [line('a', 5), line('d'), line('c')], coupon: ['DEZ'] }),
      differences: [
        { what: 'amount', productId: 'a', amount: 5, mine: 1 },
        { what: 'added', productId: 'd', amount: 1 },
        { what: 'removed', productId: 'b', amount: 2 },
        { what: 'coupon' },
      ],
    })
  })

  it('takes the later of two amounts and reports it', () => {
    const merged = mergeDraft(
      draft({ itens: [line('a')] }),
      draft({ itens: [line('a', 2)] }),
      draft({ itens: [line('a', 3)] }),
    )
    expect(merged).toEqual({
      draft: draft({ itens: [line('a', 2)] }),
      differences: [{ what: 'kept', productId: 'a', amount: 2 }],
    })
  })

  it('gives an address with its customer only', () => {
    const theirs = draft({ customerId: 'c1', addressId: 'p1' })
    expect(mergeDraft(draft(), draft({ customerId: 'c2' }), theirs).draft).toMatchObject({
      customerId: 'c2',
      addressId: null,
    })
  })

  it('loses no line that either added or whose amount either changed', () => {
    fc.assert(
      fc.property(base, choice, choice, (from, mine, theirs) => {
        const merged = amounts(mergeDraft(from, mine, theirs).draft)
        const was = from ? amounts(from) : new Map<string, number>()
        for (const side of [mine, theirs])
          for (const [productId, amount] of amounts(side))
            if (was.get(productId) !== amount) expect([...merged.keys()]).toContain(productId)
        // And none that neither has, or twice.
        for (const productId of merged.keys())
          expect(amounts(mine).has(productId) || amounts(theirs).has(productId)).toBe(true)
        expect(merged.size).toBe(mergeDraft(from, mine, theirs).draft.itens.length)
      }),
    )
  })

  it('is what one of two did when the other did nothing', () => {
    fc.assert(
      fc.property(choice, choice, (from, changed) => {
        expect(sorted(mergeDraft(from, changed, from).draft)).toEqual(sorted(changed))
        expect(sorted(mergeDraft(from, from, changed).draft)).toEqual(sorted(changed))
        expect(mergeDraft(from, changed, changed)).toEqual({ draft: changed, differences: [] })
      }),
    )
  })

  it('has the same lines whoever saves first, and reports to each every difference', () => {
    fc.assert(
      fc.property(base, choice, choice, (from, mine, theirs) => {
        const { draft: merged, differences } = mergeDraft(from, mine, theirs)
        const turned = mergeDraft(from, theirs, mine).draft
        expect(new Set(amounts(turned).keys())).toEqual(new Set(amounts(merged).keys()))
        const named = new Set(differences.map(each => ('productId' in each ? each.productId : each.what)))
        const [have, had] = [amounts(merged), amounts(mine)]
        for (const productId of new Set([...have.keys(), ...had.keys()]))
          if (have.get(productId) !== had.get(productId)) expect(named).toContain(productId)
        expect(named.has('store')).toBe(merged.storeId !== mine.storeId)
        expect(named.has('customer')).toBe(merged.customerId !== mine.customerId)
      }),
    )
  })
})

describe('keepOfGone', () => {
  it('is what was added since', () => {
    const from = draft({ itens: [line('a')], coupon: ['DEZ'] })
    expect(keepOfGone(from, draft({ itens: [line('a', 2), line('b')], coupon: ['DEZ'] }))).toEqual(
      draft({ itens: [line('b')] }),
    )
    expect(keepOfGone(from, draft({ itens: [line('a', 2)] }))).toBeNull()
  })
})
