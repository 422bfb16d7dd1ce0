import { z } from 'zod'

/** A field as it was before a change and as it is behind it; null: it was, or is, empty. */
export const FieldChange = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })
export type FieldChange = z.infer<typeof FieldChange>
