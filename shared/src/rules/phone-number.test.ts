import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeNumber, numberVariants, typedNumber } from './phone-number.ts'

describe('normalizeNumber', () => {
  it.each([
    ['+55 (11) 98888-7777', '5511988887777'],
    ['(11) 98888-7777', '5511988887777'],
    ['011 98888-7777', '5511988887777'],
    ['11 3333-4444', '551133334444'],
    ['005511988887777', '5511988887777'],
    ['5511988887777', '5511988887777'],
    ['+1 415 555 2671', '14155552671'],
    ['+351 912 345 678', '351912345678'],
  ])('%s is %s', (typed, number) => expect(normalizeNumber(typed)).toBe(number))

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[+0-9 ()-]{8,20}$/), typed => {
        const once = normalizeNumber(typed)
        // A completed number begins with 55 and has 12 or 13 digits: it is no longer a national
        // one.
        fc.pre(!/^[1-9][1-9]\d{8,9}$/.test(once))
        return normalizeNumber(once) === once
      }),
    )
  })
})

describe('numberVariants', () => {
  it('knows a mobile with and without its ninth digit', () => {
    expect(numberVariants('5511988887777')).toEqual(['5511988887777', '551188887777'])
    expect(numberVariants('551188887777')).toEqual(['551188887777', '5511988887777'])
  })
  it('leaves landlines and other countries alone', () => {
    expect(numberVariants('551133334444')).toEqual(['551133334444'])
    expect(numberVariants('14155552671')).toEqual(['14155552671'])
  })
  it('gives the same two spellings from either of them', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^55[1-9][1-9]9?[6-9][0-9]{7}$/), number => {
        const variants = numberVariants(number)
        expect(variants).toHaveLength(2)
        expect([...numberVariants(variants[1]!)].sort()).toEqual([...variants].sort())
      }),
    )
  })
})

describe('a number that is typed where something is looked for', () => {
  it.each([
    ['11 98888-7777', '5511988887777'],
    ['+55 (11) 98888-7777', '5511988887777'],
    ['+1 415 555 2671', '14155552671'],
    ['1133334444', '551133334444'],
  ])('%s is %s', (typed, number) => expect(typedNumber(typed)).toBe(number))

  it.each(['98888-7777', '20261120-9F3A1C', 'boleto 11988887777', '', '+', '12345678901234567'])('%s is none', typed =>
    expect(typedNumber(typed)).toBe(null),
  )
})
