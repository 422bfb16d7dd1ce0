import { rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { DataImportNotice } from '@balcao/shared/entities/data-import.ts'
import type { Notice } from '@balcao/shared/rules/imports/record.ts'
import { changeDataImport, type DataImportRow, getDataImport } from '../../../data/imports/data-import.ts'
import type { MappedDump } from '../../../data/imports/mapped-dump.ts'
import { STAGED_FORMAT } from '../../../data/imports/staged-format.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import { newDryRun } from '../../../imports/count-dry-run.ts'
import { countsOf } from '../../../imports/counts-of.ts'
import { DumpError } from '../../../imports/dump/dump-error.ts'
import { readDumpPart } from '../../../imports/dump/read-dump.ts'
import {
  attemptOf,
  getFile,
  importObject,
  putFile,
  removeLeftFiles,
  scratchFile,
} from '../../../imports/import-files.ts'
import { NO_MEDIA } from '../../../imports/media-folder.ts'
import { type OpenImport, openPart } from '../../../imports/open-import.ts'
import { READING } from '../../../imports/reading-limits.ts'
import { storeReport } from '../../../imports/report-sheet.ts'
import { newTally } from '../../../imports/tally.ts'
import { zipSource } from '../../../imports/zip-source.ts'
import { readObject, readObjectHead, removeObjects } from '../../../integrations/storage.ts'
import { publishDataImport } from '../../../messaging/publish-data-import.ts'
import type { Count, StepEnd, Work } from '../run-step.ts'
import { linesIn } from './export-objects.ts'
import { failImport } from './fail-import.ts'

/** Time (ms) between two signs of the progress. */
const LOOK_MS = 1000

/**
 * Shares of the progress in percent. They are not equally long: making the report takes as long as
 * the rest if something is to be said of each row.
 */
const SHARES = { read: 50, mapped: 25, report: 25 }

/** Number of rows that do not come as they are which are shown without the report. */
const FIRST_NOTICES = 20

/** Characters of notices that are written to the disk together. */
const NOTES = 65_536

class Cancelled extends Error {}

/**
 * Reads a dump: stages its rows, a part in each step, maps them without writing anything, keeps the
 * staged rows for the job that writes, and makes the report. A step begins with the rows of those
 * before it and the place in the dump at which they stopped, both from the bucket. The report of a
 * long mapping is a step of its own.
 */
export const dataReading: Work<'dataReading'> = {
  async step(job, count) {
    const { companyId, state } = job
    const row = await getDataImport(companyId, state.importId)
    if (row?.state !== 'reading') return { file: null }
    await removeLeftFiles(job)
    try {
      if (!state.mapped) return await read(job, row, count)
      await report(job, row, state.mapped, newLook(companyId, row))
    } catch (thrown) {
      if (thrown instanceof Cancelled) return { file: null }
      const error = isDiskFull(thrown) ? new DumpError('tooLarge', 0, NO_ROOM) : thrown
      if (!(error instanceof DumpError)) throw error
      await failImport(companyId, row, error)
    }
    return { file: null }
  },
  clean: ({ state }) => removeObjects([...state.parts, ...(state.mapped ? [state.mapped.notes] : [])]),
}

/** Number of processes that may end while they put the rows in order: the next one refuses. */
const ORDERINGS = 2

const NO_ROOM = 'the rows of the dump do not fit on the disk here; use the command npm run import'
/** SQLite's code for a full disk. */
const SQLITE_FULL = 13

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as NodeJS.ErrnoException).code === 'ENOSPC' || (error as { errcode?: number }).errcode === SQLITE_FULL)

async function read(
  job: JobRow<'dataReading'>,
  given: DataImportRow,
  note: Count<'dataReading'>,
): Promise<StepEnd<'dataReading'>> {
  const { companyId, state } = job
  const file = (name: string) => scratchFile(attemptOf(job), name)
  const { key, mediaKey, sourceCompany } = given
  const size = (await readObjectHead(key, 1))?.size
  if (!size) throw new DumpError('cut', 0, 'the dump is not there any more')
  const begun = Date.now()
  const last = state.parts.at(-1)
  await removeObjects(state.parts.slice(0, -1))
  const zip = mediaKey ? await zipSource(mediaKey, file('zip')) : undefined
  try {
    if (last) await getFile(last, file('rows'))
    const part = openPart(file('rows'), sourceCompany ?? undefined, last !== undefined)
    try {
      const look = newLook(companyId, given)
      const isRead = part.tables !== undefined && part.point === null
      const { tables, point } = isRead ? { tables: part.tables!, point: null } : await readPart()
      if (!isRead && (point || Date.now() - begun > READING.together)) {
        part.keep(tables, point)
        const kept = importObject(companyId, given.id, `part-${attemptOf(job)}`)
        await putFile(kept, file('rows'), 'application/octet-stream')
        return { next: { ...state, parts: [...state.parts, kept] } }
      }
      const { orderings = 0 } = state
      if (orderings >= ORDERINGS)
        throw new DumpError('tooLarge', 0, 'the rows take too long to put in order; use the command npm run import')
      await note(0, [], { ...state, orderings: orderings + 1 })
      const opened = part.prepare(tables, {
        from: given.system,
        sourceCompany: sourceCompany ?? undefined,
        findFile: (zip ?? NO_MEDIA).find,
        now: Date.now(),
      })
      await note(0, [], { ...state, orderings: 0 })
      const mapped = await map(job, given, { opened, look, file, begun })
      if (Date.now() - begun > READING.together) return { next: { ...state, orderings: 0, mapped } }
      await report(job, given, mapped, look)
      await removeObjects([mapped.notes])
      return { file: null }

      async function readPart() {
        let until = Number.POSITIVE_INFINITY
        const from = part.point?.text
        const skipped = from?.bytes ?? 0
        async function* dump() {
          const isRange = from && !from.isPacked
          let bytes = isRange ? skipped : 0
          if (bytes >= size!) return
          for await (const chunk of readObject(key, isRange ? { from: bytes, size: size! - bytes } : undefined)) {
            bytes += chunk.length
            if (until === Number.POSITIVE_INFINITY && Date.now() - begun > READING.skip)
              throw new DumpError('tooLarge', 0, 'the dump takes too long to unpack; use the command npm run import')
            await look(Math.floor((bytes / size!) * SHARES.read), 100)
            yield chunk
          }
        }
        return readDumpPart(dump(), part.sink, {
          from: part.point ?? undefined,
          isOver() {
            // Asked first when something new was read.
            until = Math.min(until, Date.now() + READING.part)
            return Date.now() >= until
          },
        })
      }
    } finally {
      part.close()
    }
  } finally {
    zip?.close()
    for (const name of ['rows', 'zip']) rmSync(file(name), { force: true })
  }
}

type Look = (done: number, total: number) => Promise<void>

/**
 * Returns a function that shows the progress, which never goes back, each second.
 * It throws Cancelled once the import is no longer read.
 */
function newLook(companyId: string, given: DataImportRow): Look {
  let row = given
  const pace = { at: Date.now(), done: given.done }
  let looked = Date.now()
  return async (done, total) => {
    if (Date.now() - looked < LOOK_MS) return
    looked = Date.now()
    const changed = await changeDataImport(companyId, row, { done: Math.max(row.done, done), total, pace })
    if (!changed) throw new Cancelled()
    row = changed
    await publishDataImport(companyId, row)
  }
}

/** Maps the rows without writing anything, and keeps them with what is to be said of them. */
async function map(
  job: JobRow<'dataReading'>,
  given: DataImportRow,
  { opened, look, file, begun }: { opened: OpenImport; look: Look; file: (name: string) => string; begun: number },
): Promise<MappedDump> {
  const { companyId } = job
  const attempt = attemptOf(job)
  // No stream: one that is destroyed while it writes, or finds a full disk, ends the process.
  const notes = await open(file('notes'), 'w')
  try {
    opened.keep()
    const tally = newTally()
    const rows = [...opened.read.values()].reduce((sum, one) => sum + one, 0)
    const firstNotices: DataImportNotice[] = []
    let [position, notices] = [0, 0]
    let unwritten = ''
    const dryRun = await newDryRun({ companyId, place: opened.place }, tally)
    for (const element of opened.stream()) {
      await dryRun.add(element)
      if ('notice' in element) {
        if (++notices <= FIRST_NOTICES) firstNotices.push(shownNotice(element.notice))
        unwritten += `${JSON.stringify(element.notice)}\n`
      }
      if (unwritten.length > NOTES) {
        await notes.appendFile(unwritten)
        unwritten = ''
      }
      if (++position % 1000 === 0) {
        if (Date.now() - begun > READING.map)
          throw new DumpError('tooLarge', 0, 'the rows take too long to map; use the command npm run import')
        await look(SHARES.read + Math.floor((SHARES.mapped * position) / Math.max(position, rows)), 100)
      }
    }
    await dryRun.end()
    await notes.appendFile(unwritten)
    const stored = { staged: `rows-${attempt}`, notes: `notes-${attempt}` }
    const keyOf = (name: string) => importObject(companyId, given.id, name)
    await putFile(keyOf(stored.staged), file('rows'), 'application/octet-stream')
    await putFile(keyOf(stored.notes), file('notes'), 'text/plain')
    return {
      found: {
        systemName: opened.recognised.name,
        sourceCompany: opened.company?.id ?? given.sourceCompany,
        sourceName: opened.company?.name ?? null,
        place: opened.place,
        counts: countsOf(opened.read, tally),
        firstNotices,
        left: opened.left.slice(0, 100),
        done: rows,
        total: rows,
      },
      staged: keyOf(stored.staged),
      stagedFormat: STAGED_FORMAT,
      notes: keyOf(stored.notes),
      notices,
    }
  } finally {
    await notes.close()
    rmSync(file('notes'), { force: true })
  }
}

/** Makes the report of a mapped dump, whose import is then ready to be written. */
async function report(
  job: JobRow<'dataReading'>,
  given: DataImportRow,
  { found, staged, stagedFormat, notes, notices }: MappedDump,
  look: Look,
): Promise<void> {
  const { companyId } = job
  async function* lines() {
    let position = 0
    for await (const notice of linesIn<Notice>([notes])) {
      yield notice
      if (++position % 1000 === 0)
        await look(SHARES.read + SHARES.mapped + Math.floor((SHARES.report * position) / notices), 100)
    }
  }
  const stored = await storeReport(job, found.counts, lines())
  const ready = await changeDataImport(companyId, given, {
    ...{ ...found, state: 'ready', staged, stagedFormat, report: stored, pace: null },
  })
  if (ready) await publishDataImport(companyId, ready)
}

const shownNotice = ({ kind, line, id, effect, reason, ...notice }: Notice): DataImportNotice => ({
  kind,
  line,
  id,
  effect,
  reason,
  ...('intoId' in notice ? { intoId: notice.intoId } : {}),
})
