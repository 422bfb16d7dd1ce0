/** Reads rows that an earlier version wrote, one of each kind, and writes them back unchanged. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import stored from '../../../test/stored-rows-fixture.json' with { type: 'json' }
import type { defineRow as Define } from './define-row.ts'
import type { definePackedRow as DefinePacked } from './packed-row.ts'
import { keyOf, type SmallList, type SmallRow } from './small-list.ts'

type Kind = Pick<ReturnType<typeof Define>, 'parse' | 'item'>

const kinds = vi.hoisted(() => new Map<string, unknown>())
const packed = vi.hoisted(() => new Set<string>())
vi.mock(import('./define-row.ts'), async original => {
  const { defineRow, ...rest } = await original()
  const noted = (definition: { kind: string }) => {
    const kind = defineRow(definition as never)
    expect(kinds.has(definition.kind), definition.kind).toBe(false)
    kinds.set(definition.kind, kind)
    return kind
  }
  return { ...rest, defineRow: noted as unknown as typeof defineRow }
})
vi.mock(import('./packed-row.ts'), async original => {
  const { definePackedRow, ...rest } = await original()
  const noted = (definition: { kind: string }) => {
    const kind = definePackedRow(definition as never)
    packed.add(definition.kind)
    kinds.set(definition.kind, kind)
    return kind
  }
  return { ...rest, definePackedRow: noted as unknown as typeof DefinePacked }
})

/** Returns an item of the fixture, in which a set is `{ "set": [...] }`. */
const storedItem = (name: string): Record<string, unknown> | undefined => {
  const item = (stored as Record<string, Record<string, unknown>>)[name]
  const revived = Object.entries(item ?? {}).map(([field, value]) => {
    const elements = (value as { set?: string[] } | null)?.set
    return [field, Array.isArray(elements) ? new Set(elements) : value]
  })
  return item && Object.fromEntries(revived)
}

const isList = (value: unknown): value is SmallList<SmallRow> =>
  typeof value === 'object' && value !== null && 'missing' in value && 'unique' in value

// Every module that may define rows.
const modules = globSync('../*/*.ts', { cwd: import.meta.dirname }).filter(path => !path.endsWith('.test.ts'))
const lists: SmallList<SmallRow>[] = []
for (const path of modules) {
  const exported = (await import(/* @vite-ignore */ join(import.meta.dirname, path))) as Record<string, unknown>
  lists.push(...Object.values(exported).filter(isList))
}
// A list's kind is defined when it is first used.
for (const { kind } of lists) keyOf('company', kind, 'id')
const defined = [...kinds] as [string, Kind][]

it.each(defined)('of kind %s are read and written as they were', (name, kind) => {
  const item = storedItem(name)
  expect(item, `${name} has a stored row in the fixture`).toBeDefined()
  const row = kind.parse(item!)
  expect(row).toBeDefined()
  const written = kind.item(row as never)
  // Index keys may be made of values that the row does not repeat.
  if ('__edb_e__' in item! || packed.has(name)) expect(written).toEqual(item)
  else expect(item).toMatchObject(written)
})

it('are of kinds that are defined', () => {
  expect(Object.keys(stored).filter(name => !kinds.has(name))).toEqual([])
})
