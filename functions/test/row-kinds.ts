import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The text of each source file that ships, by its path below the sources of a workspace. */
export function sourceTexts(workspace = 'functions'): Map<string, string> {
  const sources = join(import.meta.dirname, '../..', workspace, 'src')
  const names = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  return new Map(
    names
      .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map(name => [name, readFileSync(join(sources, name), 'utf8')]),
  )
}

/** Workspaces that make keys of the table. */
const WORKSPACES = ['functions', 'session-host', 'shared']

/** Names partitions that others define: what nobody writes is no kind because it is read. */
const READER = 'data/company/export-rows.ts'

/** Rows of a company, and of the installation. */
export type Owner = 'company' | 'system'

/**
 * Word behind the owner in a partition key of the table or an index, which names the kind of its
 * rows.
 */
const WORD = /(?:\$\{(\w*[cC]ompanyId|SYSTEM)\}|(?<=['`])(system))#([A-Za-z-]+)/g
/** A small list's word is its kind. */
const LIST = /SmallList<\w+> = \{\s*kind: '(\w+)'/g
/** Lists of the installation alone. */
const OF_SYSTEM = ['help']

/**
 * Every word that a partition key of a kind of rows is written with in the source, as
 * `company#ticket`.
 */
export function kindsOfRows(): string[] {
  const found = new Set<string>()
  for (const [path, text] of WORKSPACES.flatMap(workspace => [...sourceTexts(workspace)])) {
    if (path === READER) continue
    for (const [, variable, system, word] of text.matchAll(WORD))
      found.add(`${system || variable === 'SYSTEM' ? 'system' : 'company'}#${word}`)
    for (const [, word] of text.matchAll(LIST)) found.add(`${OF_SYSTEM.includes(word!) ? 'system' : 'company'}#${word}`)
  }
  return [...found].sort()
}

const FIELDS = ['pk', 'gsi1pk', 'gsi2pk', 'gsi3pk']

/** The kinds that stored rows are of, by the same words. */
export function kindsIn(rows: readonly Record<string, unknown>[]): Set<string> {
  return new Set(
    rows
      .flatMap(row => FIELDS.map(field => row[field]))
      .filter(key => typeof key === 'string')
      .map(key => key.split('#'))
      .map(([owner, word]) => `${owner === 'system' ? 'system' : 'company'}#${word}`),
  )
}
