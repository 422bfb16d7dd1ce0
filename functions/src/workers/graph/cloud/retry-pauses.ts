/** Pauses between the attempts to send a message that Meta refused for a while. Pure. */
import type { Retry } from '../../../integrations/meta/cloud/cloud-errors.ts'

/**
 * Attempt of the queue to have a command carried out. `receives`: how often it was received, from
 * 1; `deadline`: time (epoch ms) until which its batch may wait.
 */
export type Attempt = { receives: number; deadline: number }

/**
 * Receives of a message in its queue, after which it is a dead letter (infra/stacks/data-stack.ts).
 */
const MAX_RECEIVES = 5
/** The longest pause (ms) in which a function waits itself. */
const MAX_WAIT_MS = 16_000

/** Returns whether the queue does not deliver the message again. */
export const isLastAttempt = ({ receives }: Attempt): boolean => receives >= MAX_RECEIVES

/**
 * Returns the pause (ms) before the next try within this attempt; undefined if the queue has to
 * deliver the message again.
 * @param tries failed ones so far
 */
export function pauseBefore(rule: Retry, tries: number, { receives, deadline }: Attempt, now: number) {
  if ((rule !== 'throughput' && rule !== 'person') || receives > 1) return undefined
  // Meta's own rule for one person; a number's throughput is free again sooner.
  const pause = 1000 * (rule === 'person' ? 4 : 2) ** (tries - 1)
  return pause <= MAX_WAIT_MS && now + pause < deadline ? pause : undefined
}

const FACTORS = { person: 4, throughput: 2, later: 3 } as const
const FIRST_S = { person: 64, throughput: 10, later: 5 } as const
const MAX_S = 256

/** Returns the seconds after which the queue delivers the message again. */
export const secondsUntilAgain = (rule: keyof typeof FIRST_S, { receives }: Attempt): number =>
  Math.min(MAX_S, FIRST_S[rule] * FACTORS[rule] ** (receives - 1))
