/**
 * Rules for the payer of a subscription, shared by the checkout's form and the call
 * (decision 0022).
 */
import { z } from 'zod'

const NAME_LIMIT = 100

const text = (most: number) => z.string().trim().max(most, 'Too Long!')
const required = (most: number, message: string) => z.string(message).trim().min(1, message).max(most, 'Too Long!')

export const COUNTRIES = ['BR', 'usa'] as const

const ZIP_FORMS = { BR: /^\d{5}-?\d{3}$/, usa: /^\d{5}(-\d{4})?$/ } as const satisfies Record<
  (typeof COUNTRIES)[number],
  RegExp
>

export const payerFields = {
  firstName: required(NAME_LIMIT, 'O nome completo é obrigatório'),
  lastName: text(NAME_LIMIT).optional(),
  address2: required(100, 'O Endereço é obrigatório'),
  city: required(100, 'Cidade é obrigatória'),
  state: text(50).optional(),
  zipcode: required(20, 'CEP é obrigatório'),
  country: z.enum(COUNTRIES, 'País é obrigatório'),
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
  if (!ZIP_FORMS[payer.country].test(payer.zipcode)) add('zipcode', 'Formato de CEP inválido')
  const isLong = [payer.firstName, payer.lastName ?? ''].some(name => name.length > NAME_LIMIT)
  if (!isLong && fullName(payer).length > NAME_LIMIT) add('lastName', 'Too Long!')
}
