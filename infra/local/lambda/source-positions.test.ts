import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, expect, it } from 'vitest'
import { withSourcePositions } from './source-positions.ts'

const dir = mkdtempSync(join(tmpdir(), 'balcao-positions-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

it('names the sources of a bundle in place of its lines', async () => {
  writeFileSync(join(dir, 'fail.ts'), 'export function handler(): never {\n  throw new TypeError("on purpose")\n}\n')
  const outfile = join(dir, 'index.mjs')
  buildSync({ entryPoints: [join(dir, 'fail.ts')], outfile, sourcemap: true, minify: true, format: 'esm' })
  const { handler } = (await import(outfile)) as { handler: () => never }
  const thrown = (() => {
    try {
      return handler()
    } catch (error) {
      return error as Error
    }
  })()
  const stack = `TypeError: on purpose\n    at handler (file://${outfile}:1:${thrown.stack ? 36 : 0})`
  expect(withSourcePositions(stack)).toMatch(/\(.*fail\.ts:\d:\d+\)/)
})

it('leaves alone what names no bundle, or one without a map', () => {
  for (const text of ['no stack at all', 'at f (file:///nowhere/index.mjs:1:2)', 'at f (/src/index.mjs:1:2)'])
    expect(withSourcePositions(text)).toBe(text)
})
