/**
 * Imports of other systems' data: a small list. A row is the state that people see; the jobs that
 * read, write and remove change it with conditions on its state, so a cancel is never overwritten.
 */
import type { DataImport, DataImportState } from '@balcao/shared/entities/data-import.ts'
import { signedLink } from '../../integrations/storage.ts'
import type { JobFile } from '../jobs/job.ts'
import { everyRow, getRow, laterThan, type SmallList, sideChange } from '../table/small-list.ts'
import { transact, update, type Write, WriteConflict } from '../table/transact.ts'
import { STAGED_FORMAT } from './staged-format.ts'

/** Import as stored. */
export type DataImportRow = Omit<DataImport, 'report' | 'secondsLeft' | 'continuesBy'> & {
  /** Keys of the uploads; empty for an import by the command. */
  key: string
  mediaKey: string | null
  /** The other installation and company; null until it was read. */
  place: string | null
  /** Job of the state it is in. */
  jobId: string | null
  /** Rows as they were staged, and the names of the zip's files. */
  staged: string | null
  /** Format of the staged rows; missing in rows older than this field. */
  stagedFormat?: number
  report: JobFile | null
  /**
   * Time (epoch ms) and `done` at which the state it is in began: the pace is counted from there.
   */
  pace: { at: number; done: number } | null
}

export const DATA_IMPORTS: SmallList<DataImportRow> = {
  kind: 'dataImport',
  missing: 'ERR_NO_IMPORT_FOUND',
  // The newest first: ids of a list are in the order of their text.
  text: ({ createdAt }) => String(9e15 - Date.parse(createdAt)),
  unique: () => ({}),
  taken: {},
}

/** States in which a job is under way. */
export const UNDER_WAY: readonly DataImportState[] = ['reading', 'running', 'removing']

/** Reads an import consistently. */
export const getDataImport = (companyId: string, id: string): Promise<DataImportRow | undefined> =>
  getRow(companyId, DATA_IMPORTS, id, true)

/** Returns the imports that are under way. */
export const importsUnderWay = async (companyId: string): Promise<DataImportRow[]> =>
  (await everyRow(companyId, DATA_IMPORTS, { consistent: true })).filter(({ state }) => UNDER_WAY.includes(state))

/** Returns the write, labelled `dataImport`, that changes an import which is in that state. */
export const dataImportWrite = (
  companyId: string,
  row: DataImportRow,
  set: Partial<DataImportRow>,
  state: DataImportState = row.state,
): Write =>
  update(
    'dataImport',
    sideChange(companyId, DATA_IMPORTS, row.id, {
      set: { ...set, updatedAt: laterThan(row.updatedAt) },
      when: is => [is.equal('state', state)],
    }),
  )

/** Changes an import that is still in its state; undefined if it is not. */
export async function changeDataImport(
  companyId: string,
  row: DataImportRow,
  set: Partial<DataImportRow>,
  writes: readonly Write[] = [],
): Promise<DataImportRow | undefined> {
  try {
    const write = dataImportWrite(companyId, row, set)
    await transact([write, ...writes])
    return { ...row, ...set, updatedAt: laterThan(row.updatedAt) }
  } catch (error) {
    if (error instanceof WriteConflict && error.label === 'dataImport') return undefined
    throw error
  }
}

/** Returns the estimated seconds until all is done, by the pace so far; null while unknown. */
function secondsLeftOf({ state, pace, done, total }: DataImportRow): number | null {
  if (!UNDER_WAY.includes(state) || !pace || total === null) return null
  const past = (Date.now() - pace.at) / 1000
  const made = done - pace.done
  return made > 0 && past > 1 ? Math.ceil((Math.max(0, total - done) * past) / made) : null
}

/** States in which an import stands still, and may be gone on with. */
const STOPPED: readonly DataImportState[] = ['ready', 'cancelled', 'failed']

/**
 * Returns the call by which an import goes on: staged rows of another version of the program are
 * read again first. Null without staged rows: it was never read to its end, or is the command's.
 */
export const continuesBy = ({
  state,
  staged,
  stagedFormat,
}: Pick<DataImportRow, 'state' | 'staged' | 'stagedFormat'>): DataImport['continuesBy'] =>
  staged === null || !STOPPED.includes(state) ? null : stagedFormat === STAGED_FORMAT ? 'start' : 'read'

/** Returns an import in wire form. */
export async function showDataImport(row: DataImportRow): Promise<DataImport> {
  const { key, mediaKey, place, jobId, staged, stagedFormat, pace, report, ...rest } = row
  const isThere = report !== null && report.until > Date.now()
  return {
    ...rest,
    secondsLeft: secondsLeftOf(row),
    continuesBy: continuesBy(row),
    report: isThere
      ? { name: report.name, url: await signedLink(report.key, { mimetype: report.mimetype, fileName: report.name }) }
      : null,
  }
}
