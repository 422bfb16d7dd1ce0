import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'

/** Where a company sells from. Texts are empty when not known. */
export const Store = z.object({
  id: Id,
  /** CNPJ, its signs alone. */
  document: z.string(),
  name: z.string(),
  fantasy: z.string(),
  /** Eight digits. */
  zipCode: z.string(),
  address: z.string(),
  number: z.string(),
  complement: z.string(),
  neighborhood: z.string(),
  city: z.string(),
  /** UF, two letters. */
  state: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  isActive: z.boolean(),
  /** What Pix payments to this store name: CPF, CNPJ, e-mail, phone or random key. */
  keyPix: z.string(),
  /** Who made it. */
  userId: Id,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Store = z.infer<typeof Store>
