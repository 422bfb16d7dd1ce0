import type { z } from 'zod'

/** What a required field that is not there says, unless its schema has words of its own (1-support §5). */
export const missingField: z.core.$ZodErrorMap = issue =>
  issue.code === 'invalid_type' && issue.input === undefined ? 'Required' : undefined
