/**
 * Rules for the payer of a subscription, shared by the checkout's form and the call
 * (decision 0022).
 */
import { z } from 'zod'
import { fieldMessage } from '../validation/field-message.ts'
import type { WordedField } from '../validation/field-texts.ts'

const NAME_LIMIT = 100

const text = (most: number, field?: WordedField) => z.string(field).trim().max(most, field)
const required = (most: number, field: WordedField) => text(most, field).min(1, field)

export const COUNTRIES = ['BR', 'usa'] as const

const ZIP_FORMS = { BR: /^\d{5}-?\d{3}$/, usa: /^\d{5}(-\d{4})?$/ } as const satisfies Record<
  (typeof COUNTRIES)[number],
  RegExp
>

export const payerFields = {
  firstName: required(NAME_LIMIT, 'payer.firstName'),
  lastName: text(NAME_LIMIT, 'payer.lastName').optional(),
  address2: required(100, 'payer.address2'),
  city: required(100, 'payer.city'),
  state: text(50).optional(),
  zipcode: required(20, 'payer.zipcode'),
  country: z.enum(COUNTRIES, fieldMessage('payer.country')),
  useAddressForPaymentDetails: z.boolean().optional(),
}

const Payer = z.object(payerFields)
type Payer = z.output<typeof Payer>

/** Returns the full name, as it stands on invoices. */
export const fullName = ({ firstName, lastName }: Pick<Payer, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ')

/**
 * Checks what no single field can check: the postal code's form in its country, and the length of
 * the full name.
 */
export function checkPayer(payer: Payer, context: z.RefinementCtx): void {
  const add = (field: keyof Payer, message: string) => context.addIssue({ code: 'custom', path: [field], message })
  if (payer.zipcode !== '' && !ZIP_FORMS[payer.country].test(payer.zipcode))
    add('zipcode', fieldMessage('payer.zipcode', 'invalid_zip_code'))
  const isLong = [payer.firstName, payer.lastName ?? ''].some(name => name.length > NAME_LIMIT)
  if (!isLong && fullName(payer).length > NAME_LIMIT) add('lastName', fieldMessage('payer.lastName', 'too_long'))
}
