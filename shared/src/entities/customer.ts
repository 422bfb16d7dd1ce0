import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { FieldValues } from './custom-field.ts'
import { coordinateFields, placeFields } from './place.ts'

/** Customer: a person or a company who buys, identified by document and linked to contacts. */
export const Customer = z.object({
  id: Id,
  /** CPF or CNPJ without punctuation, unique in a company. */
  document: z.string(),
  fullName: z.string(),
  email: z.string(),
  /** Day `yyyy-mm-dd`; null if unknown. */
  birthday: z.iso.date().nullable(),
  portfolioId: Id,
  portfolio: z.object({ id: Id, name: z.string() }).nullable(),
  /** Default customer, used where no other is named; one per company. */
  customerDefault: z.boolean(),
  /** User who made it. */
  userId: Id,
  contacts: z.array(z.object({ id: Id, name: z.string(), number: z.string() })),
  /** Values of the company's custom fields. */
  fields: FieldValues,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Customer = z.infer<typeof Customer>

/** Address of a customer. */
export const CustomerAddress = z.object({
  id: Id,
  customerId: Id,
  /** Kind of address in the customer's words: Casa, Trabalho. */
  name: z.string(),
  ...placeFields,
  ...coordinateFields,
  /** True if it is the customer's main address; a new main address replaces it. */
  isActive: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type CustomerAddress = z.infer<typeof CustomerAddress>

/** Place of a Brazilian postal code (CEP); unknown texts are empty, unknown coordinates null. */
export const ZipPlace = z.object({
  zipCode: z.string(),
  address: z.string(),
  neighborhood: z.string(),
  city: z.string(),
  state: z.string(),
  ...coordinateFields,
})
export type ZipPlace = z.infer<typeof ZipPlace>
