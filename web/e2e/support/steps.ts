import { passMidnight } from '@balcao/shared/test/pass-midnight.ts'
import { afterEach, beforeEach } from 'vitest'

/** Longer than a story takes in which something is today or tomorrow. */
const STORY_MS = 180_000

/**
 * First failed test of a file. Its tests are steps of one story: after a failure the later ones
 * would each wait a minute for a missing result, so they fail at once.
 */
let failed: string | undefined

beforeEach(({ task }) => {
  if (failed !== undefined && failed !== task.id) throw new Error('a step before it failed')
})
afterEach(({ task }) => {
  if (task.result?.state === 'fail') failed ??= task.id
  // The step passed at its second attempt.
  else if (failed === task.id) failed = undefined
})

await passMidnight(STORY_MS)
