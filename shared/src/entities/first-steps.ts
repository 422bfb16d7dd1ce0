import { z } from 'zod'

/** First steps of a new company, and which of them are done. */
export const FirstSteps = z.object({
  /** True if a number, or a metaPage, is connected. */
  connection: z.boolean(),
  /** True if there is another user, or an invitation. */
  colleague: z.boolean(),
  queue: z.boolean(),
  /** True if somebody wrote to a customer. */
  message: z.boolean(),
})
export type FirstSteps = z.infer<typeof FirstSteps>
