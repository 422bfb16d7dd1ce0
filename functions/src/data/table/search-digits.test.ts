import { numberVariants } from '@balcao/shared/rules/phone-number.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFoundHere, numberPrefixes } from './search-digits.ts'
import { endsOf, keptEnds, keptOf, numberTails, spellingsOf } from './search-item.ts'

const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`))
const areaCode = fc.integer({ min: 11, max: 99 }).map(String)
const number = fc.oneof(
  fc
    .tuple(areaCode, fc.constantFrom('6', '7', '8', '9'), digits(7))
    .map(([area, first, rest]) => `55${area}9${first}${rest}`),
  fc
    .tuple(areaCode, fc.constantFrom('6', '7', '8', '9'), digits(7))
    .map(([area, first, rest]) => `55${area}${first}${rest}`),
  fc
    .tuple(areaCode, fc.constantFrom('2', '3', '4', '5'), digits(7))
    .map(([area, first, rest]) => `55${area}${first}${rest}`),
  fc.tuple(fc.constantFrom('1', '351', '54', '44'), digits(9)).map(([country, rest]) => country + rest),
)
const partsOf = (text: string) =>
  endsOf(text).flatMap(end => endsOf([...end].reverse().join('')).map(part => [...part].reverse().join('')))

/** Counts how often a search for `typed` finds a row with this number. */
function timesFound(typed: string, kept: string, tokens: readonly string[]): number {
  const row = keptOf({ sk: '', kept })
  const prefixes = numberPrefixes(typed)
  return prefixes.flatMap((prefix, at) =>
    tokens.filter(
      token =>
        token.startsWith(prefix) &&
        isFoundHere(row, undefined, token, { prefix, earlier: prefixes.slice(0, at) }, typed),
    ),
  ).length
}

describe('a number', () => {
  it('is found, once, by every part of four digits or more of each of its spellings', () => {
    fc.assert(
      fc.property(number, given => {
        for (const spelling of numberVariants(given))
          for (const typed of partsOf(spelling))
            expect([typed, given, timesFound(typed, ['', given, '', '', 'parts'].join('\n'), keptEnds(given))]).toEqual(
              [typed, given, 1],
            )
      }),
    )
  })

  it('is not found by what is no part of it', () => {
    fc.assert(
      fc.property(number, digits(5), (given, typed) => {
        fc.pre(spellingsOf(given).every(each => !each.includes(typed)))
        expect(timesFound(typed, ['', given, '', '', 'parts'].join('\n'), keptEnds(given))).toBe(0)
      }),
    )
  })

  it('that was kept before is found as it was, once', () => {
    fc.assert(
      fc.property(number, given => {
        const kept = ['', given, '', ''].join('\n')
        for (const tail of numberTails(given)) expect(timesFound(tail, kept, numberTails(given))).toBe(1)
      }),
    )
  })

  it('is looked for at most at fourteen places, half a read unit each', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 15 }).chain(digits), typed => {
        expect(numberPrefixes(typed).length).toBeLessThanOrEqual(MAX_PREFIXES)
      }),
    )
  })
})

const MAX_PREFIXES = 14
