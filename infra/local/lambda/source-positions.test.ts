import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { createFunctions } from './create-functions.ts'
import { withSourcePositions } from './source-positions.ts'

const dir = mkdtempSync(join(tmpdir(), 'balcao positions-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const SOURCES = {
  'refuse.ts': `
// The template literal makes a second line of the bundle.
export const TEXT = \`first
second\`
export function refuse(reason: string): never {
  throw new TypeError(\`refused: \${reason}\`)
}`,
  'handler.ts': `
import { refuse, TEXT } from './refuse.ts'
export async function handler(event: { do: string }): Promise<unknown> {
  if (event.do === 'maps') return process.sourceMapsEnabled
  if (event.do === 'print') {
    try {
      refuse(TEXT)
    } catch (error) {
      console.error(JSON.stringify({ stack: (error as Error).stack }))
    }
    return
  }
  if (event.do === 'reject') {
    void Promise.reject(new RangeError('nobody waits'))
    return await new Promise(() => {})
  }
  return refuse(event.do)
}`,
}
for (const [name, source] of Object.entries(SOURCES)) writeFileSync(join(dir, name), source)
const entry = join(dir, 'index.mjs')
const options = { bundle: true, minify: true, sourcemap: true, sourcesContent: false } as const
buildSync({ ...options, entryPoints: [join(dir, 'handler.ts')], outfile: entry, format: 'esm', platform: 'node' })

/** Position of a text in a source, as a stack names it. */
function positionOf(name: keyof typeof SOURCES, text: string): string {
  const before = SOURCES[name].slice(0, SOURCES[name].indexOf(text)).split('\n')
  return `${name}:${before.length}:${before.at(-1)!.length + 1}`
}

describe('a function from a bundle', () => {
  const printed: string[] = []
  const env = { NODE_OPTIONS: '--enable-source-maps' }
  const functions = createFunctions(
    [{ name: 'one', entry, handler: 'handler', timeoutMs: 5000, memoryMb: 256, env }],
    (_, text) => printed.push(text),
  )
  afterAll(() => functions.close())
  const ask = (what: string) => functions.invoke('one', { do: what })

  it('keeps no source map in its thread', async () => {
    expect(await ask('maps')).toBe(false)
  })

  it.each(['throw', 'print', 'reject'])('has the positions of its sources in the log: %s', async what => {
    printed.length = 0
    await ask(what).catch(() => {})
    const thrown =
      what === 'reject' ? positionOf('handler.ts', 'new RangeError') : positionOf('refuse.ts', 'new TypeError')
    await expect.poll(() => printed.join('')).toContain(thrown)
    expect(printed.join('')).not.toContain('index.mjs')
    if (what === 'throw') expect(printed.join('')).toContain(positionOf('handler.ts', 'refuse(event.do)'))
  })
})

it('finds what the map has, wherever one looks', () => {
  const map = new SourceMap(JSON.parse(readFileSync(`${entry}.map`, 'utf8')))
  const lines = readFileSync(entry, 'utf8').split('\n')
  expect(lines.length).toBeGreaterThan(2)
  for (const [line, text] of lines.entries()) {
    for (let column = 0; column < text.length; column++) {
      const found = map.findEntry(line, column)
      if (!('originalSource' in found) || !found.originalSource) continue
      const position = withSourcePositions(`file://${encodeURI(entry)}:${line + 1}:${column + 1}`)
      expect(position).toBe(`${found.originalSource}:${found.originalLine + 1}:${found.originalColumn + 1}`)
    }
  }
})

it('leaves alone what names no bundle, or one without a map', () => {
  for (const text of ['no stack at all', 'at f (file:///nowhere/index.mjs:1:2)', 'at f (/src/index.mjs:1:2)'])
    expect(withSourcePositions(text)).toBe(text)
})
