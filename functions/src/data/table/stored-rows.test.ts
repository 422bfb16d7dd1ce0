/** Reads rows that an earlier version wrote, one of each kind, and writes them back unchanged. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import stored from '../../../test/stored-rows-fixture.json' with { type: 'json' }
import type { defineRow as Define } from './define-row.ts'

type Kind = Pick<ReturnType<typeof Define>, 'parse' | 'item'>

const kinds = vi.hoisted(() => new Map<string, unknown>())
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

// Every module that may define rows.
const modules = globSync('../*/*.ts', { cwd: import.meta.dirname }).filter(path => !path.endsWith('.test.ts'))
for (const path of modules) await import(/* @vite-ignore */ join(import.meta.dirname, path))
const defined = [...kinds] as [string, Kind][]

it.each(defined)('of kind %s are read and written as they were', (name, kind) => {
  const item = (stored as Record<string, Record<string, unknown>>)[name]
  expect(item, `${name} has a stored row in the fixture`).toBeDefined()
  const row = kind.parse(item!)
  expect(row).toBeDefined()
  const written = kind.item(row as never)
  // A packed row does not repeat what its index keys were made of.
  if ('__edb_e__' in item!) expect(written).toEqual(item)
  else expect(item).toMatchObject(written)
})
