import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'

/** A position in a bundle, as stacks name it. */
const POSITION = /file:\/\/(\/[^\s():]+\.mjs):(\d+):(\d+)/g

/**
 * Returns a text whose positions in bundles are replaced by those of the sources. Node would do so
 * in the function's own thread, where each keeps its map of some megabytes for good.
 */
export function withSourcePositions(text: string): string {
  if (!text.includes('.mjs:')) return text
  const maps = new Map<string, SourceMap | undefined>()
  const mapOf = (bundle: string) => {
    if (!maps.has(bundle)) maps.set(bundle, readMap(bundle))
    return maps.get(bundle)
  }
  return text.replace(POSITION, (position, bundle: string, line: string, column: string) => {
    const found = mapOf(bundle)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!found || !('originalSource' in found)) return position
    // Relative to the folder in which it was bundled, which is gone.
    const source = found.originalSource.replace(/^(\.\.\/)+/, '/')
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`
  })
}

function readMap(bundle: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')))
  } catch {
    return undefined
  }
}
