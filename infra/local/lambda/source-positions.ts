import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A position in a bundle, as stacks name it. */
const POSITION = /file:\/\/\/[^\s:]+\.mjs:\d+:\d+/g

/** Number of positions that are remembered: an error that is thrown again costs nothing then. */
const MAX_KNOWN = 2000
const known = new Map<string, string>()

/**
 * Returns a text whose positions in bundles are replaced by those of the sources. Node would do so
 * in the function's own thread, where each keeps its map of some megabytes for good.
 */
export function withSourcePositions(text: string): string {
  if (!text.includes('.mjs:')) return text
  const unknown = new Set(text.match(POSITION)?.filter(position => !known.has(position)))
  if (known.size + unknown.size > MAX_KNOWN) known.clear()
  const byBundle = Map.groupBy(unknown, position => position.replace(/:\d+:\d+$/, ''))
  for (const [bundle, positions] of byBundle)
    for (const [position, source] of sourcesOf(bundle, positions)) known.set(position, source)
  return text.replace(POSITION, position => known.get(position) ?? position)
}

type SourceMap = { sources: string[]; mappings: string }
/** A position that is looked for, both numbers from 0, and that of its source once it is found. */
type Wanted = { line: number; column: number; source?: { index: number; line: number; column: number } }

/** Returns the sources of positions in a bundle; none where it has no map or nothing is mapped. */
function sourcesOf(bundle: string, positions: string[]): [string, string][] {
  const map = readMap(`${fileURLToPath(bundle)}.map`)
  if (!map) return []
  const wanted = positions.map((position): Wanted & { position: string } => {
    const [line, column] = position.split(':').slice(-2).map(Number) as [number, number]
    return { position, line: line - 1, column: column - 1 }
  })
  findSources(map.mappings, wanted)
  return wanted.flatMap(({ position, source }) => {
    // Relative to the folder in which it was bundled, which is gone.
    const file = source && map.sources[source.index]?.replace(/^(\.\.\/)+/, '/')
    return file ? [[position, `${file}:${source.line + 1}:${source.column + 1}`]] : []
  })
}

function readMap(file: string): SourceMap | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUES = new Uint8Array(128)
for (const [value, digit] of [...DIGITS].entries()) VALUES[digit.charCodeAt(0)] = value
const [COMMA, SEMICOLON] = [','.charCodeAt(0), ';'.charCodeAt(0)]

/**
 * Reads the mappings of a source map (ECMA-426, "Mappings structure") once and sets each position's
 * source: that of the last mapping which does not begin behind it. Node's `SourceMap` makes an
 * object of every mapping: half a second and 94 MB for the largest bundle.
 */
function findSources(mappings: string, wanted: Wanted[]): void {
  const sorted = wanted.toSorted((a, b) => a.line - b.line || a.column - b.column)
  let next = 0
  let source: Wanted['source']
  /** Settles the positions before this one, which belong to the mapping read last. */
  const settle = (line: number, column: number) => {
    for (; next < sorted.length; next++) {
      const each = sorted[next]!
      if (each.line > line || (each.line === line && each.column >= column)) return
      if (source) each.source = { ...source }
    }
  }

  // Column in the bundle; index of the source, line and column in it; index of a name.
  const now = [0, 0, 0, 0, 0]
  const last = { index: 0, line: 0, column: 0 }
  let [line, fields, value, shift] = [0, 0, 0, 0]
  for (let at = 0; at <= mappings.length && next < sorted.length; at++) {
    const code = at < mappings.length ? mappings.charCodeAt(at) : SEMICOLON
    if (code !== COMMA && code !== SEMICOLON) {
      const digit = VALUES[code]!
      value += (digit & 31) << shift
      shift += 5
      if (digit & 32) continue
      now[fields++]! += value & 1 ? -(value >> 1) : value >> 1
      value = shift = 0
      continue
    }
    if (fields > 0) {
      settle(line, now[0]!)
      // Code of the bundler itself has a column only.
      source = fields > 1 ? last : undefined
      last.index = now[1]!
      last.line = now[2]!
      last.column = now[3]!
      fields = 0
    }
    if (code === SEMICOLON) {
      line++
      now[0] = 0
    }
  }
  settle(Number.POSITIVE_INFINITY, 0)
}
