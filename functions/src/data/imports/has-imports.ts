import { everyRow } from '../table/small-list.ts'
import { DATA_IMPORTS } from './data-import.ts'

/** Companies that are known to have imports; none loses its last one. */
const known = new Set<string>()
const MAX_KNOWN = 10_000

/** Returns whether a company ever began an import: half a read unit until it did. */
export async function hasImports(companyId: string): Promise<boolean> {
  if (known.has(companyId)) return true
  if ((await everyRow(companyId, DATA_IMPORTS)).length === 0) return false
  if (known.size >= MAX_KNOWN) known.clear()
  known.add(companyId)
  return true
}
