import { z } from 'zod'

/** First steps of a new company, and which of them are done. */
export const FirstSteps = z.object({
  /** Whether a number, or a metaPage, is connected. */
  connection: z.boolean(),
  /** Whether there is another user, or an invitation. */
  colleague: z.boolean(),
  queue: z.boolean(),
  /** Whether somebody wrote to a customer. */
  message: z.boolean(),
})
export type FirstSteps = z.infer<typeof FirstSteps>
