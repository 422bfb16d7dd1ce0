/** Field schemas of the sales calls. */
import { z } from 'zod'
import { documentSigns, isCnpj, isDocument } from '../rules/sales/document.ts'
import { Money } from './fields.ts'

const digitsOf = (text: string): string => text.replace(/\D/g, '')

const text = (most: number) => z.string().trim().max(most, 'Too Long!')
const required = (most: number, message: string) => z.string(message).trim().min(1, message).max(most, 'Too Long!')

/** Name of a product, store or customer. */
export const LongName = z.string('Obrigatório').trim().min(3, 'Mensagem muito curta').max(160, 'Too Long!')

/** Number that a company gives its rows; an empty one counts as none. */
export const OptionalCode = text(30)
  .nullable()
  .transform(code => code || null)
  .default(null)

/** CPF or CNPJ, with or without punctuation. */
export const Document = z
  .string('Documento inválido')
  .max(30, 'Documento inválido')
  .transform(documentSigns)
  .refine(isDocument, 'Documento inválido')

/** CNPJ of a company, or empty. */
export const OptionalCnpj = z
  .string()
  .max(30, 'Documento inválido')
  .transform(documentSigns)
  .refine(signs => signs === '' || isCnpj(signs), 'Documento inválido')

const OptionalZipCode = z
  .string()
  .max(20, 'CEP inválido')
  .transform(digitsOf)
  .refine(digits => digits === '' || digits.length === 8, 'CEP inválido')

/** DynamoDB's numbers begin at 1e-130; a billionth of a degree is a tenth of a millimetre. */
const LEAST_DEGREES = 1e-9

const coordinate = (most: number) =>
  z
    .number()
    .min(-most)
    .max(most)
    .refine(degrees => degrees === 0 || Math.abs(degrees) >= LEAST_DEGREES, 'too small')
    .nullable()
    .default(null)

const State = z
  .string()
  .trim()
  .max(2, 'Too Long!')
  .transform(uf => uf.toUpperCase())

/** Address that may be left empty. */
export const optionalPlace = {
  zipCode: OptionalZipCode.default(''),
  address: text(250).default(''),
  number: text(30).default(''),
  complement: text(255).default(''),
  neighborhood: text(150).default(''),
  city: text(150).default(''),
  state: State.default(''),
  latitude: coordinate(90),
  longitude: coordinate(180),
}

/** Address that somebody must be able to find. */
export const requiredPlace = {
  zipCode: z
    .string('CEP é obrigatório')
    .max(20, 'CEP inválido')
    .transform(digitsOf)
    .refine(digits => digits.length === 8, 'CEP inválido'),
  address: required(250, 'Endereço é obrigatório'),
  number: required(30, 'Número é obrigatório'),
  complement: text(255).default(''),
  neighborhood: required(150, 'Bairro é obrigatório'),
  city: required(150, 'Cidade é obrigatório'),
  state: State.refine(uf => /^[A-Z]{2}$/.test(uf), 'UF é obrigatório'),
  latitude: coordinate(90),
  longitude: coordinate(180),
}

/** Amount in reais that may be 0 and may be left out. */
export const MoneyOrZero = Money.default(0)

/** Quantity: a whole number, at least one. */
export const Amount = z.number().int().min(1).max(9999)

/** Quantity in stock. */
export const Stock = z.number().int().min(0).max(9_999_999)
