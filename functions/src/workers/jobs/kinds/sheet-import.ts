/**
 * Imports of sheets. A sheet is read once, as a whole: its people go into objects of some hundred
 * each, its problems into pieces of the file that lists them. Then each step writes the people of
 * one object, and the last one makes the file. So no step holds more than the sheet's own bytes and
 * its numbers, and after a cut-off only the last rows of the step are processed again. Each row is
 * counted in the transaction of a checkpoint, once.
 */
import { SHOWN_PROBLEMS, type SheetCounts, type SheetProblem } from '@balcao/shared/entities/sheet-import.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { PREPARED_UPLOADS, SHEET_LIMIT } from '@balcao/shared/media.ts'
import { fieldsOn } from '../../../data/fields/custom-field.ts'
import type { JobRow, JobStates, SheetFate } from '../../../data/jobs/job.ts'
import type { Write } from '../../../data/table/transact.ts'
import { listTags } from '../../../data/tickets/tag.ts'
import { readWhole } from '../../../integrations/read-whole.ts'
import { putObject, putStream, readObject, readObjectHead, removeObjects } from '../../../integrations/storage.ts'
import { PROBLEM_FILE, problemHeadings, problemLine } from '../../../sheets/problem-file.ts'
import { readPeople, type SheetPerson } from '../../../sheets/read-people.ts'
import type { Count, StepEnd, Work } from '../run-step.ts'
import { OFFERED_MS } from './export-objects.ts'

/** People of an object, which is a step. */
const PART = 500
/** Characters of a piece of the file with the problems. */
const PIECE = 512 * 1024

type Kind = 'contactsImport' | 'contactListImport'
type Job = JobRow<Kind>
type State = Job['state']

/** Writes the people of a part, from where an earlier attempt stopped. */
export type WritePeople<K extends Kind> = (
  job: JobRow<K>,
  people: readonly SheetPerson[],
  progress: PartProgress,
) => Promise<void>

/** Progress of a part. */
export type PartProgress = {
  /** Returns the number of people written. */
  written: () => number
  /** Returns the stored outcomes of the next people; none when none was decided. */
  decided: () => readonly SheetFate[]
  /**
   * Counts the next people, in one transaction with their writes and the decided outcomes of those
   * after them.
   */
  count: (fates: readonly SheetFate[], writes?: readonly Write[], next?: readonly SheetFate[]) => Promise<void>
}

/** Returns the work of an import whose people `write` stores. */
export const sheetImport = <K extends Kind>(write: WritePeople<K>): Work<K> => ({
  step: (job, count) => {
    switch (job.state.stage) {
      case 'read':
        return readAll(job as Job) as Promise<StepEnd<K>>
      case 'write':
        return writePart(job, write, count)
      case 'tell':
        return makeFile(job as Job) as Promise<StepEnd<K>>
    }
  },
  clean: async given => {
    const job = given as Job
    await removeObjects([job.state.sheet, ...(job.state.had ? objects(job, job.state.had) : [])])
  },
})

/** Returns the folder of files that expire. */
const folder = ({ companyId, id }: Job): string => `${PREPARED_UPLOADS}${companyId}/media/imports/${id}`
type Had = NonNullable<State['had']>
const partKey = (job: Job, { version }: Pick<Had, 'version'>, n: number): string =>
  `${folder(job)}/part-${version}-${n}`
const pieceKey = (job: Job, { version }: Pick<Had, 'version'>, n: number): string =>
  `${folder(job)}/piece-${version}-${n}`
const shownKey = (job: Job, { version }: Pick<Had, 'version'>): string => `${folder(job)}/shown-${version}`

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n)
const objects = (job: Job, had: Had): string[] => [
  shownKey(job, had),
  ...upTo(had.parts).map(n => partKey(job, had, n)),
  ...upTo(had.pieces).map(n => pieceKey(job, had, n)),
]

/**
 * Returns the bytes of an object within the size limit of a sheet.
 * @throws ERR_UPLOAD_MISSING, ERR_SHEET_TOO_LARGE
 */
async function bytesOf(key: string): Promise<Buffer> {
  const found = await readObjectHead(key, 1)
  if (!found) throw new AppError('ERR_UPLOAD_MISSING')
  if (found.size > SHEET_LIMIT) throw new AppError('ERR_SHEET_TOO_LARGE')
  return readWhole(key)
}

const jsonOf = async <T>(key: string): Promise<T> => JSON.parse((await readWhole(key)).toString()) as T

const putJson = (key: string, value: unknown): Promise<void> =>
  putObject(key, Buffer.from(JSON.stringify(value)), 'application/octet-stream')

async function readAll(job: Job): Promise<StepEnd<Kind>> {
  const { state, version } = job
  const had: Had = { version, parts: 0, pieces: 0, bytes: 0 }
  const counts: SheetCounts = { ...state.counts }
  const shown: SheetProblem[] = []
  let people: SheetPerson[] = []
  let lines = ''
  const putPeople = async () => {
    await putJson(partKey(job, had, had.parts), people)
    had.parts += 1
    people = []
  }
  const putLines = async () => {
    const bytes = Buffer.from(lines)
    await putObject(pieceKey(job, had, had.pieces), bytes, 'text/csv')
    had.pieces += 1
    had.bytes += bytes.length
    lines = ''
  }
  const fields = job.kind === 'contactsImport' ? await fieldsOn(job.companyId, 'contact') : []
  const tags = job.kind === 'contactsImport' ? await listTags(job.companyId, true) : null
  for await (const read of readPeople(await bytesOf(state.sheet), fields, tags)) {
    counts.rows += 1
    if ('person' in read) {
      people.push(read.person)
      if (people.length === PART) await putPeople()
      continue
    }
    const { problem, given } = read
    counts[problem.code === 'double' ? 'duplicate' : 'invalid'] += 1
    if (shown.length < SHOWN_PROBLEMS) shown.push(problem)
    lines += problemLine(state.language, problem, given)
    if (lines.length >= PIECE) await putLines()
  }
  if (people.length > 0) await putPeople()
  if (lines !== '') await putLines()
  await putJson(shownKey(job, had), shown)
  return {
    next: { ...state, stage: had.parts > 0 ? 'write' : 'tell', had, counts },
    done: counts.invalid + counts.duplicate,
    total: counts.rows,
  }
}

async function writePart<K extends Kind>(job: JobRow<K>, write: WritePeople<K>, count: Count<K>): Promise<StepEnd<K>> {
  const had = job.state.had!
  const people = await jsonOf<SheetPerson[]>(partKey(job as Job, had, job.state.at))
  let state = job.state as State
  await write(job, people, {
    written: () => state.from,
    decided: () => state.fates,
    async count(fates, writes = [], next = []) {
      const counts = { ...state.counts }
      for (const fate of fates) counts[fate] = (counts[fate] ?? 0) + 1
      const after: State = { ...state, from: state.from + fates.length, fates: [...next], counts }
      await count(fates.length, writes, after as JobStates[K])
      state = after
    },
  })
  const at = state.at + 1
  const next: State = { ...state, at, from: 0, fates: [], stage: at < had.parts ? 'write' : 'tell' }
  return { next: next as JobStates[K] }
}

/** Makes the file of all problems, if there are any, and returns the outcome of the import. */
async function makeFile(job: Job): Promise<StepEnd<Kind>> {
  const { had, language, counts } = job.state
  const outcome = { counts, problems: await jsonOf<SheetProblem[]>(shownKey(job, had!)) }
  if (had!.pieces === 0) return { file: null, outcome }
  const name = PROBLEM_FILE[language]
  const key = `${folder(job)}/${name}`
  const start = Buffer.from(problemHeadings(language))
  const pieces = upTo(had!.pieces).map(n => pieceKey(job, had!, n))
  await putStream(key, () => contents(start, pieces), start.length + had!.bytes, 'text/csv')
  return { file: { key, name, mimetype: 'text/csv', until: Date.now() + OFFERED_MS }, outcome }
}

async function* contents(start: Uint8Array, keys: readonly string[]): AsyncGenerator<Uint8Array> {
  yield start
  for (const key of keys) yield* readObject(key)
}
