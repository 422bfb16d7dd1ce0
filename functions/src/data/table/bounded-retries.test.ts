/**
 * A write that another one may refuse is repeated by `retryUntilWritten`, which comes to an end.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const SOURCES = new URL('../../', import.meta.url)

/** Signs of a write that may be refused. */
const REFUSABLE = /WriteConflict|isRefused\(|isWritten\(|unlessRefused\(|rotateSession|'ERR_OTHER_OPEN_TICKET'/

/**
 * Returns the loops of a file that may be endless, each with its body: up to the brace in its own
 * column.
 */
function endlessLoops(text: string): string[] {
  const loops = /^( *)(?:for \(;;\)|while \((?:true|\w+\.length > 0)\)) \{\n[\s\S]*?^\1\}/gm
  return [...text.matchAll(loops)].map(([loop]) => loop)
}

it('no loop without an end repeats a write that may be refused', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    name => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const loops = files.flatMap(name =>
    endlessLoops(readFileSync(new URL(name, SOURCES), 'utf8')).map(loop => ({ name, loop })),
  )
  // Loops that read to the end of a list.
  expect(loops.length).toBeGreaterThan(5)
  expect(loops.filter(({ loop }) => REFUSABLE.test(loop)).map(({ name }) => name)).toEqual([])
})
