import { expect, it } from 'vitest'
import { findPython } from './find-python.ts'
import { nobodyAnswered } from './virtual-environment.ts'

const NONE_FOUND = `ERROR: Could not find a version that satisfies the requirement six==9.9.9 (from versions: none)
ERROR: No matching distribution found for six==9.9.9`

it('distinguishes an index that does not answer from wrong pins', () => {
  const refused =
    "NewConnectionError('<…HTTPConnection object>: Failed to establish a new connection: [Errno 111] Connection refused')"
  const retrying = `WARNING: Retrying (Retry(total=0, connect=None)) after connection broken by '${refused}': /simple/six/\n`
  expect(nobodyAnswered(retrying + NONE_FOUND)).toBe(true)
  expect(nobodyAnswered(NONE_FOUND)).toBe(false)
  expect(nobodyAnswered('ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.')).toBe(false)
})

it('takes no Python of another version', () => {
  expect(findPython({ oldest: 900, newest: 901 })).toBeUndefined()
})
