import { afterEach, beforeEach } from 'vitest'

/**
 * The tests of a file are the steps of one story. Behind a step that failed the others would wait a minute each for what it should
 * have left: they fail at once, and say for whom.
 */
let failed: string | undefined

beforeEach(({ task }) => {
  if (failed !== undefined && failed !== task.id) throw new Error('a step before it failed')
})
afterEach(({ task }) => {
  if (task.result?.state === 'fail') failed ??= task.id
  // It passed at its second try.
  else if (failed === task.id) failed = undefined
})
