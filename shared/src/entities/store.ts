import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'
import { coordinateFields, placeFields } from './place.ts'

/** Where a company sells from. Texts are empty when not known. */
export const Store = z.object({
  id: Id,
  /** CNPJ, its signs alone. */
  document: z.string(),
  name: z.string(),
  fantasy: z.string(),
  ...placeFields,
  ...coordinateFields,
  isActive: z.boolean(),
  /** What Pix payments to this store name: CPF, CNPJ, e-mail, phone or random key. */
  keyPix: z.string(),
  /** Who made it. */
  userId: Id,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Store = z.infer<typeof Store>
