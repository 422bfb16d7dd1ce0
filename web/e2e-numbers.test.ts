import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const FOLDER = join(import.meta.dirname, 'e2e')
/** A phone number of Brazil, or the beginning of several. */
const NUMBERS = /\b55\d{8,11}\b/g

// The files share one product and its phones: a number in two of them would belong to two
// businesses, and get the messages of both.
it('no two browser tests use the same phone number', () => {
  const users = new Map<string, Set<string>>()
  for (const file of readdirSync(FOLDER).filter(name => name.endsWith('.e2e.ts')))
    for (const [number] of readFileSync(join(FOLDER, file), 'utf8').matchAll(NUMBERS))
      users.set(number, (users.get(number) ?? new Set()).add(file))
  expect(users.size).toBeGreaterThan(40)
  expect([...users].filter(([, files]) => files.size > 1).map(([number, files]) => [number, ...files])).toEqual([])
})
