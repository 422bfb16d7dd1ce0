import type { z } from 'zod'

/** Message for a missing required field whose schema has no message of its own (decision 0010). */
export const missingField: z.core.$ZodErrorMap = issue =>
  issue.code === 'invalid_type' && issue.input === undefined ? 'Required' : undefined
