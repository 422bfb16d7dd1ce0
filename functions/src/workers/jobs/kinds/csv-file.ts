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
