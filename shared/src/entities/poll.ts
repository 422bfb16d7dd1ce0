import { z } from 'zod'

/**
 * Limits of a poll, as WhatsApp's apps have them: number of options,
 * characters of question and option.
 */
export const POLL_LIMITS = { fewest: 2, most: 12, question: 255, option: 100 } as const

/**
 * Poll as it is asked: its question, its options in their order, and whether several may be chosen.
 */
export const PollQuestion = z.object({ question: z.string(), options: z.array(z.string()), several: z.boolean() })
export type PollQuestion = z.infer<typeof PollQuestion>

/** Poll with the votes of each person, the latest vote last. */
export const Poll = PollQuestion.extend({
  votes: z.array(
    z.object({
      /** Person who voted, if it is not us. */
      name: z.string().nullable(),
      fromMe: z.boolean(),
      /** Places of the chosen options, from 0. */
      options: z.array(z.number().int()),
    }),
  ),
})
export type Poll = z.infer<typeof Poll>
