import { writeItems } from '../src/data/table/batch-items.ts'
import { removeKeys } from '../src/data/table/remove-keys.ts'
import { everyRow } from './everything.ts'

export type Item = Record<string, unknown> & { pk: string; sk: string }

/** Returns every item of a table of one's own (`own-table.ts`), in the order of their keys. */
export async function everyItem(): Promise<Item[]> {
  const items = (await everyRow()) as Item[]
  return items.sort((a, b) => `${a.pk}|${a.sk}`.localeCompare(`${b.pk}|${b.sk}`))
}

/** Puts a table of one's own back into a state that it had. */
export async function restore(items: readonly Item[]): Promise<void> {
  await removeKeys((await everyItem()).map(({ pk, sk }) => ({ pk, sk })))
  await writeItems(items.map(Item => ({ PutRequest: { Item } })))
}

/**
 * A value whose fields are in the order of their names, also in a row's text: the engine gives
 * them in any.
 */
function sorted(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith('{"')) return sorted(JSON.parse(value))
  if (value instanceof Set) return [...value].sort()
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  )
}

/**
 * Returns the items as texts without times of the run itself.
 * @param began epoch ms
 */
export const timeless = (items: readonly Item[], began: number): string[] =>
  items
    .filter(({ pk }) => !/configuration|#timers?|timer#/.test(pk))
    .map(item =>
      JSON.stringify(sorted(item))
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, at => (Date.parse(at) >= began ? 'NOW' : at))
        .replace(/\b[12]\d{12}\b/g, at => (Number(at) >= began ? 'NOW' : at)),
    )

/**
 * Returns the differences of two states of the table, but for times of the run itself.
 * @param began epoch ms
 */
export function difference(found: readonly Item[], wanted: readonly Item[], began: number): string[] {
  const [a, b] = [new Set(timeless(found, began)), new Set(timeless(wanted, began))]
  return [
    ...[...a].filter(row => !b.has(row)).map(row => `+ ${row}`),
    ...[...b].filter(row => !a.has(row)).map(row => `- ${row}`),
  ]
}
