import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'
import { coordinateFields, placeFields } from './place.ts'

/** Who buys: a person or a company by its document, linked from the contacts it writes with. */
export const Customer = z.object({
  id: Id,
  /** CPF or CNPJ, its signs alone. One customer of a company has it. */
  document: z.string(),
  fullName: z.string(),
  email: z.string(),
  /** `yyyy-mm-dd`; null when not known. */
  birthday: z.iso.date().nullable(),
  portfolioId: Id,
  portfolio: z.object({ id: Id, name: z.string() }).nullable(),
  /** Stands in where nobody else was named; one of a company. */
  customerDefault: z.boolean(),
  /** Who made it. */
  userId: Id,
  contacts: z.array(z.object({ id: Id, name: z.string(), number: z.string() })),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Customer = z.infer<typeof Customer>

/** A place of a customer. */
export const CustomerAddress = z.object({
  id: Id,
  customerId: Id,
  /** Its kind, as the customer calls it: Casa, Trabalho. */
  name: z.string(),
  ...placeFields,
  ...coordinateFields,
  /** The main one of the customer; a new main one takes its place. */
  isActive: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type CustomerAddress = z.infer<typeof CustomerAddress>

/** What a Brazilian postal code (CEP) says of a place; texts are empty, coordinates null where it does not say. */
export const ZipPlace = z.object({
  zipCode: z.string(),
  address: z.string(),
  neighborhood: z.string(),
  city: z.string(),
  state: z.string(),
  ...coordinateFields,
})
export type ZipPlace = z.infer<typeof ZipPlace>
