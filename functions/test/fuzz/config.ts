/** Settings of the API fuzzer: the only file of these tests that reads the environment for them. */
import { z } from 'zod'

const Environment = z.object({
  /** Cases; with it, and without a seed, each run draws a seed of its own. */
  FUZZ: z.coerce.number().int().min(1).optional(),
  /** As a failure printed it. */
  FUZZ_SEED: z.coerce.number().int().optional(),
})

const SUITE_CASES = 2000
/** The suite has one try, so it always asks the same; new cases are found by hand. */
const SUITE_SEED = 20_261_122

/** `cases` requests of the API, from `seed`. */
export function fuzzing(): { cases: number; seed: number } {
  const { FUZZ, FUZZ_SEED } = Environment.parse(process.env)
  return {
    cases: FUZZ ?? SUITE_CASES,
    seed: FUZZ_SEED ?? (FUZZ === undefined ? SUITE_SEED : Math.floor(Math.random() * 2 ** 31)),
  }
}
