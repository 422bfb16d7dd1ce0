import { PREPARED_UPLOADS } from '@balcao/shared/media.ts'
import { CSV_START, csvLine } from '@balcao/shared/rules/csv.ts'
import type { CsvState, JobRow } from '../../../data/jobs/job.ts'
import { putObject, putStream, readObject, removeObjects } from '../../../integrations/storage.ts'

/** Time for which the file is offered. The bucket's rule deletes it a day or two later. */
const OFFERED_MS = 24 * 3600_000

type Job = Pick<JobRow, 'companyId' | 'id' | 'version' | 'done' | 'total'> & { state: CsvState }

/** Returns the folder of files that expire. */
const folder = ({ companyId, id }: Job): string => `${PREPARED_UPLOADS}${companyId}/media/exports/${id}`

/**
 * Some of the rows as lines, with the number of rows read and the position where the next ones
 * begin.
 */
type Part = { lines: string; looked: number; from: unknown; more: boolean }

/** Page of rows that are read for a file, with the position where the next one begins. */
type RowPage<Row> = { rows: readonly Row[]; from: unknown; more: boolean; looked?: number }

/**
 * Reads pages from a position on until a step has looked at so many rows.
 * @param readPage reads a page, given its position and the rows looked at so far; `looked` is more
 * than its rows where a filter left out some
 * @param linesOf returns the lines of a row, none for one that the file leaves out
 */
export async function readPart<Row>(
  begin: unknown,
  step: number,
  readPage: (from: unknown, looked: number) => Promise<RowPage<Row>>,
  linesOf: (row: Row) => string,
): Promise<Part> {
  const part: Part = { lines: '', looked: 0, from: begin, more: true }
  while (part.more && part.looked < step) {
    const { rows, looked = rows.length, from, more } = await readPage(part.from, part.looked)
    for (const row of rows) part.lines += linesOf(row)
    part.looked += looked
    part.from = from
    part.more = more
  }
  return part
}

/**
 * Runs a step of a job that makes a CSV file: each step writes some rows into an object, and the
 * last one joins the objects. Each object belongs to one attempt, and counts once the checkpoint
 * names it.
 * @param file its name and its first line
 * @param readSome reads on from a position, for some seconds at most
 * @param countAll returns the number of rows, for the progress
 */
export async function csvStep<State extends CsvState>(
  job: Job & { state: State },
  file: { name: string; columns: readonly string[] },
  readSome: (from: unknown) => Promise<Part>,
  countAll: () => Promise<number>,
) {
  const { state } = job
  if (state.read) return { file: await join(job, file) }
  const { lines, looked, from, more } = await readSome(state.from)
  const bytes = Buffer.from(lines)
  const part = { key: `${folder(job)}/part-${job.version}`, bytes: bytes.length }
  if (bytes.length > 0) await putObject(part.key, bytes, 'text/csv')
  const done = job.done + looked
  return {
    next: { ...state, from, parts: bytes.length > 0 ? [...state.parts, part] : state.parts, read: !more },
    done,
    // Rows are added and removed while they are counted.
    total: more ? Math.max(done, job.total ?? (await countAll())) : done,
  }
}

/** Removes the parts. Idempotent. */
export const cleanCsv = ({ state }: Job): Promise<void> => removeObjects(state.parts.map(({ key }) => key))

async function join(job: Job, { name, columns }: { name: string; columns: readonly string[] }) {
  const { parts } = job.state
  const start = CSV_START + csvLine(columns)
  const key = `${folder(job)}/${name}`
  const size = parts.reduce((sum, { bytes }) => sum + bytes, Buffer.byteLength(start))
  await putStream(key, () => contents(start, parts), size, 'text/csv')
  return { key, name, mimetype: 'text/csv', until: Date.now() + OFFERED_MS }
}

async function* contents(start: string, parts: CsvState['parts']): AsyncGenerator<Uint8Array> {
  yield Buffer.from(start)
  for (const { key } of parts) yield* readObject(key)
}
