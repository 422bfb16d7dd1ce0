/** Field schemas of the sales calls. */
import { z } from 'zod'
import { documentSigns, isCnpj, isDocument } from '../rules/sales/document.ts'
import { codeMessage, fieldMessage } from '../validation/field-message.ts'
import type { WordedField } from '../validation/field-texts.ts'
import { Money } from './fields.ts'

const digitsOf = (text: string): string => text.replace(/\D/g, '')

const text = (most: number) => z.string().trim().max(most)
const required = (most: number, field: WordedField) => z.string(field).trim().min(1, field).max(most)

/** Name of a product, store or customer. */
export const LongName = z.string(fieldMessage('listName')).trim().min(3, fieldMessage('listName')).max(160)

/** Number that a company gives its rows; an empty one counts as none. */
export const OptionalCode = text(30)
  .nullable()
  .transform(code => code || null)
  .default(null)

const WRONG_DOCUMENT = fieldMessage('customer.document', 'invalid_document')

/** CPF or CNPJ, with or without punctuation. */
export const Document = z
  .string(fieldMessage('customer.document'))
  .max(30, WRONG_DOCUMENT)
  .transform(documentSigns)
  .refine(isDocument, WRONG_DOCUMENT)

/** CNPJ of a company, or empty. */
export const OptionalCnpj = z
  .string()
  .max(30, codeMessage('invalid_document'))
  .transform(documentSigns)
  .refine(signs => signs === '' || isCnpj(signs), codeMessage('invalid_document'))

const OptionalZipCode = z
  .string()
  .max(20, codeMessage('invalid_zip_code'))
  .transform(digitsOf)
  .refine(digits => digits === '' || digits.length === 8, codeMessage('invalid_zip_code'))

/** DynamoDB's numbers begin at 1e-130; a billionth of a degree is a tenth of a millimetre. */
const MIN_DEGREES = 1e-9

const coordinate = (most: number) =>
  z
    .number()
    .min(-most)
    .max(most)
    .refine(degrees => degrees === 0 || Math.abs(degrees) >= MIN_DEGREES, {
      error: codeMessage('too_small'),
      params: { minimum: MIN_DEGREES },
    })
    .nullable()
    .default(null)

const stateOf = (field?: WordedField) =>
  z
    .string(field)
    .trim()
    .max(2)
    .transform(uf => uf.toUpperCase())

/** Address that may be left empty. */
export const optionalPlace = {
  zipCode: OptionalZipCode.default(''),
  address: text(250).default(''),
  number: text(30).default(''),
  complement: text(255).default(''),
  neighborhood: text(150).default(''),
  city: text(150).default(''),
  state: stateOf().default(''),
  latitude: coordinate(90),
  longitude: coordinate(180),
}

/** Address that somebody must be able to find. */
export const requiredPlace = {
  zipCode: z
    .string(fieldMessage('address.zipCode'))
    .trim()
    .min(1, fieldMessage('address.zipCode'))
    .max(20, codeMessage('invalid_zip_code'))
    .transform(digitsOf)
    .refine(digits => digits.length === 8, codeMessage('invalid_zip_code')),
  address: required(250, 'address.address'),
  number: required(30, 'address.number'),
  complement: text(255).default(''),
  neighborhood: required(150, 'address.neighborhood'),
  city: required(150, 'address.city'),
  state: stateOf('address.state').refine(uf => /^[A-Z]{2}$/.test(uf), fieldMessage('address.state', 'required')),
  latitude: coordinate(90),
  longitude: coordinate(180),
}

/** Amount in reais that may be 0 and may be left out. */
export const MoneyOrZero = Money.default(0)

/** Quantity: a whole number, at least one. */
export const Amount = z.number().int().min(1).max(9999)

/** Quantity in stock. */
export const Stock = z.number().int().min(0).max(9_999_999)
