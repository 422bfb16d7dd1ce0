import type { DataImportCounts } from '@balcao/shared/entities/data-import.ts'
import { IMPORT_KINDS, type ImportKind } from '@balcao/shared/rules/imports/record.ts'
import type { Tally } from './tally.ts'

/** Returns the counts as people see them, of the kinds of which there is something. */
export const countsOf = (read: ReadonlyMap<ImportKind, number>, tally: Tally): DataImportCounts[] =>
  IMPORT_KINDS.flatMap(kind => {
    const { taken, there, joined, refused, changed } = tally.get(kind)!
    const rows = read.get(kind) ?? 0
    if (rows === 0 && taken + there === 0) return []
    return [{ kind, read: rows, taken, alreadyThere: there, joined, refused, changed } as DataImportCounts]
  })
