import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { coordinateFields, placeFields } from './place.ts'

/** Store from which a company sells. Unknown texts are empty. */
export const Store = z.object({
  id: Id,
  /** CNPJ without punctuation. */
  document: z.string(),
  name: z.string(),
  fantasy: z.string(),
  ...placeFields,
  ...coordinateFields,
  isActive: z.boolean(),
  /** Key for Pix payments to this store: CPF, CNPJ, email, phone or random key. */
  keyPix: z.string(),
  /** User who made it. */
  userId: Id,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Store = z.infer<typeof Store>
