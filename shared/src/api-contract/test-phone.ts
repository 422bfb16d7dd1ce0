import { z } from 'zod'
import { normalizeNumber } from '../rules/phone-number.ts'
import { codeMessage } from '../validation/field-message.ts'

const Digits = z
  .string()
  .max(15)
  .refine(digits => digits === '' || digits.length >= 8, {
    error: codeMessage('too_short'),
    params: { minimum: 8 },
  })

const Typed = z
  .string()
  .max(30)
  .refine(text => !text.includes('•'), codeMessage('masked_number'))
  .transform(normalizeNumber)

/**
 * Phone number as WhatsApp writes it, or empty: digits with country code, up to the maximum length
 * of a number (E.164).
 */
export const TestPhone = Typed.pipe(Digits)

/** Same as `TestPhone`, but not empty. */
export const RequiredTestPhone = Typed.pipe(Digits.refine(digits => digits !== '', codeMessage('required')))
