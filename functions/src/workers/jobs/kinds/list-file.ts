/**
 * Makes the file of an exported list, as CSV or as a spreadsheet. Steps read some rows each and put
 * them into an object. A CSV file is these objects joined; a spreadsheet is made of them in a step
 * of its own, since another process cannot continue a compressed archive.
 */
import { CSV_START, csvLine } from '@balcao/shared/rules/csv.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { maskNumber, maskNumbers } from '@balcao/shared/rules/hidden-numbers.ts'
import type { Language } from '@balcao/shared/rules/language.ts'
import type { JobRow, ListFileState } from '../../../data/jobs/job.ts'
import { getUser } from '../../../data/team/user.ts'
import { hidesNumbersFrom } from '../../../http/hides-numbers.ts'
import { putObject, removeObjects } from '../../../integrations/storage.ts'
import { amountText } from './amount-text.ts'
import { joinFile, joinPieces, linesIn, partKey, pieceKeys, putPieces } from './export-objects.ts'
import { spreadsheet } from './spreadsheet.ts'

type Job = Pick<JobRow, 'companyId' | 'id' | 'version' | 'done' | 'total' | 'user'> & { state: ListFileState }

/**
 * Content of a column: words; phone numbers; a number; an amount in reais; a moment, to the minute
 * or the second, as epoch milliseconds of the wall clock.
 */
type Kind = 'text' | 'phone' | 'number' | 'money' | 'minute' | 'second'

export type Cell = string | number | null

interface ListFile {
  /** Name without its ending. */
  name: string
  /** Heads of the columns. */
  columns: readonly string[]
  /** Kinds of the columns that hold no words, by their place. */
  kinds?: Readonly<Record<number, Kind>>
  /** Language in which amounts of a CSV file are written. */
  language?: Language
}

/**
 * Some of the rows, with the number of rows read and the position where the next ones begin.
 */
type Part = { rows: Cell[][]; looked: number; from: unknown; more: boolean }

/**
 * Page of rows that are read for a file, with the position where the next one begins, and the
 * number of rows looked at beside them, which a filter left out.
 */
type RowPage<Row> = { rows: readonly Row[]; end: unknown; more: boolean; looked?: number }

/**
 * Reads pages from a position on until a step has looked at so many rows.
 * @param readPage reads a page, given its position and the rows looked at so far
 * @param linesOf returns the lines of a row, none for one that the file leaves out
 */
export async function readPart<Row>(
  begin: unknown,
  step: number,
  readPage: (from: unknown, looked: number) => Promise<RowPage<Row>>,
  linesOf: (row: Row) => Cell[][],
): Promise<Part> {
  const part: Part = { rows: [], looked: 0, from: begin, more: true }
  while (part.more && part.looked < step) {
    const { rows, looked = 0, end, more } = await readPage(part.from, part.looked)
    for (const row of rows) part.rows.push(...linesOf(row))
    part.looked += rows.length + looked
    part.from = end
    part.more = more
  }
  return part
}

/**
 * Runs a step of a job that makes the file of a list. Each object belongs to one attempt, and
 * counts once the checkpoint names it.
 * @param readSome reads on from a position, for some seconds at most
 * @param countAll returns the number of rows, for the progress
 */
export async function listFileStep<State extends ListFileState>(
  job: Job & { state: State },
  file: ListFile,
  readSome: (from: unknown) => Promise<Part>,
  countAll: () => Promise<number>,
) {
  const { state } = job
  const { format = 'csv', pieces = null, parts } = state
  if (state.read) {
    if (format === 'csv') return { file: await joinCsv(job, file) }
    if (pieces) return { file: await joinPieces(job, `${file.name}.xlsx`, pieces) }
    return { next: { ...state, pieces: await putPieces(job, sheetOf(file, keysOf(state))) } }
  }
  const { rows: read, looked, from, more } = await readSome(state.from)
  const rows = (await hidesNumbersOf(job)) ? read.map(row => maskRow(row, file)) : read
  const lineOf = format === 'csv' ? csvOf(file) : (row: Cell[]) => `${JSON.stringify(row)}\n`
  const bytes = Buffer.from(rows.map(lineOf).join(''))
  const part = { key: partKey(job, job.version), bytes: bytes.length }
  if (bytes.length > 0) await putObject(part.key, bytes, format === 'csv' ? 'text/csv' : 'application/octet-stream')
  const done = job.done + looked
  return {
    next: { ...state, from, parts: bytes.length > 0 ? [...parts, part] : parts, read: !more },
    done,
    // Rows are added and removed while they are counted.
    total: more ? Math.max(done, job.total ?? (await countAll())) : done,
  }
}

/** Returns whether the file is for somebody who gets the numbers of contacts masked. */
async function hidesNumbersOf({ companyId, user }: Job): Promise<boolean> {
  const row = await getUser(companyId, user.id)
  return row !== undefined && (await hidesNumbersFrom(companyId, row))
}

/** Masks the numbers of a row, in its columns of numbers and in its words. */
function maskRow(row: readonly Cell[], { kinds = {} }: ListFile): Cell[] {
  const numbers = row.flatMap((cell, i) => (kinds[i] === 'phone' && cell !== null ? String(cell).split(', ') : []))
  return row.map((cell, i) => {
    if (typeof cell !== 'string') return cell
    if (kinds[i] === 'phone') return cell.split(', ').filter(Boolean).map(maskNumber).join(', ')
    return maskNumbers(cell, numbers)
  })
}

/** Removes what the file was made of. Idempotent. */
export const cleanListFile = (job: Job): Promise<void> =>
  removeObjects([...keysOf(job.state), ...pieceKeys(job, job.state.pieces)])

/** Returns the keys of the objects with the rows, in order. */
const keysOf = ({ parts }: ListFileState): string[] => parts.map(({ key }) => key)

/** Returns the function that writes a row as a line of a CSV file. */
function csvOf({ kinds = {}, language = 'pt' }: ListFile): (row: readonly Cell[]) => string {
  const textOf = (cell: Cell, kind: Kind | undefined): string => {
    if (cell === null) return ''
    if (typeof cell === 'string') return cell
    if (kind === 'money') return amountText(cell, language)
    if (kind !== 'minute' && kind !== 'second') return String(cell)
    return new Date(cell)
      .toISOString()
      .slice(0, kind === 'minute' ? 16 : 19)
      .replace('T', ' ')
  }
  return row => csvLine(row.map((cell, i) => textOf(cell, kinds[i])))
}

function joinCsv(job: Job, { name, columns }: ListFile) {
  const bytes = job.state.parts.reduce((sum, part) => sum + part.bytes, 0)
  return joinFile(
    job,
    { name: `${name}.csv`, mimetype: 'text/csv', start: CSV_START + csvLine(columns) },
    { keys: keysOf(job.state), bytes },
  )
}

/** Width of a spreadsheet's column, characters, and its format, by what it holds. */
const SHAPES: Record<Kind, { width: number; format?: string }> = {
  text: { width: 24 },
  phone: { width: 24 },
  number: { width: 10 },
  money: { width: 14, format: '#,##0.00' },
  minute: { width: 18, format: 'dd/mm/yyyy hh:mm' },
  second: { width: 20, format: 'dd/mm/yyyy hh:mm:ss' },
}

/** Maximum length of a sheet's name. */
const SHEET_NAME = 31

function sheetOf({ name, columns, kinds = {} }: ListFile, keys: readonly string[]): AsyncIterable<Uint8Array> {
  async function* rows() {
    for await (const row of linesIn<Cell[]>(keys))
      yield row.map((cell, i) =>
        typeof cell === 'number' && (kinds[i] === 'minute' || kinds[i] === 'second') ? new Date(cell) : cell,
      )
  }
  const shapes = columns.map((header, i) => ({ header, ...SHAPES[kinds[i] ?? 'text'] }))
  return spreadsheet(cutText(name, SHEET_NAME), shapes, rows())
}
