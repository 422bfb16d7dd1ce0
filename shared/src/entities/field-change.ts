import { z } from 'zod'

/** Field before and after a change; null where it was, or is, empty. */
export const FieldChange = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })
export type FieldChange = z.infer<typeof FieldChange>
