import { normalizeNumber } from '@balcao/shared/rules/phone-number.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTypedPhone, phoneSigns } from './format-typed-phone.ts'

describe('a phone number as it is typed', () => {
  it.each([
    ['', ''],
    ['1', '1'],
    ['11', '11'],
    ['119', '(11) 9'],
    ['11987654', '(11) 9876-54'],
    ['1133334444', '(11) 3333-4444'],
    ['11987654321', '(11) 98765-4321'],
    ['5511987654321', '+55 (11) 98765-4321'],
    ['+5511', '+55 11'],
    ['+', '+'],
    ['+1', '+1'],
    ['351912345678', '+351 912 345 678'],
    // No area code of Brazil has numbers like these.
    ['14155552671', '+1 415 555 2671'],
    ['1198765432', '(11) 9876-5432'],
  ])('%s is written %s', (signs, text) => expect(formatTypedPhone(signs)).toBe(text))

  it('is the same number to the server, however much of it is typed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+?[1-9]\d{0,14}$/), signs => {
        const text = formatTypedPhone(signs)
        expect(normalizeNumber(text)).toBe(normalizeNumber(signs))
        expect(formatTypedPhone(phoneSigns(text))).toBe(text)
      }),
    )
  })
})
