import { z } from 'zod'

/** What a new company has done of what it begins with. */
export const FirstSteps = z.object({
  /** A number, or a page, is connected. */
  connection: z.boolean(),
  /** There is another user, or somebody is invited. */
  colleague: z.boolean(),
  queue: z.boolean(),
  /** Somebody wrote to a customer. */
  message: z.boolean(),
})
export type FirstSteps = z.infer<typeof FirstSteps>
