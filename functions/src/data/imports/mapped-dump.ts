import type { DataImport } from '@balcao/shared/entities/data-import.ts'

/** A dump that was mapped without writing anything, and of which the report is left to make. */
export type MappedDump = {
  /** Facts that its import shows once it is ready. */
  found: Pick<
    DataImport,
    'systemName' | 'sourceCompany' | 'sourceName' | 'counts' | 'firstNotices' | 'left' | 'done' | 'total'
  > & { place: string }
  /** Object with the staged rows, and their format: the report may be another version's work. */
  staged: string
  stagedFormat: number
  /** Object with what is to be said of rows, a line each, and the number of its lines. */
  notes: string
  notices: number
}
