import { appendFileSync, rmSync } from 'node:fs'
import type { Notice } from '@balcao/shared/rules/imports/record.ts'
import {
  changeDataImport,
  type DataImportRow,
  dataImportWrite,
  getDataImport,
} from '../../../data/imports/data-import.ts'
import { doneOf, type WriteProgress } from '../../../data/imports/write-progress.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import { WriteConflict } from '../../../data/table/transact.ts'
import { countsOf } from '../../../imports/counts-of.ts'
import { DumpError } from '../../../imports/dump/dump-error.ts'
import {
  attemptOf,
  getFile,
  importObject,
  putFile,
  removeLeftFiles,
  scratchFile,
} from '../../../imports/import-files.ts'
import { NO_MEDIA } from '../../../imports/media-folder.ts'
import { reopenImport } from '../../../imports/open-import.ts'
import { storeReport } from '../../../imports/report-sheet.ts'
import { newTally } from '../../../imports/tally.ts'
import { newContext } from '../../../imports/write/new-context.ts'
import { writeStream } from '../../../imports/write/write-stream.ts'
import { WRITING } from '../../../imports/writing-limits.ts'
import { zipSource } from '../../../imports/zip-source.ts'
import { putObject, removeObjects } from '../../../integrations/storage.ts'
import { publishDataImport } from '../../../messaging/publish-data-import.ts'
import type { Count, StepEnd, Work } from '../run-step.ts'
import { linesIn } from './export-objects.ts'
import { failImport } from './fail-import.ts'

type Job = JobRow<'dataImport'>

/**
 * Writes an import's records. A step takes the staged rows from the bucket, passes over what was
 * written, and writes on, with a checkpoint each two seconds. What is said of rows is kept in
 * objects named by the attempt, until the report is made of them; those of a step are joined to
 * one, since the job's row has their names.
 */
export const dataImport: Work<'dataImport'> = {
  async step(job, count) {
    const row = await getDataImport(job.companyId, job.state.importId)
    if (row?.state !== 'running' || !row.staged) return { file: null }
    const file = (name: string) => scratchFile(attemptOf(job), name)
    await removeLeftFiles(job)
    try {
      await removeObjects(job.state.joined ?? [])
      if (job.state.isWritten) return await report(job, row)
      return await write(job, row, count, file)
    } catch (error) {
      // It was cancelled.
      if (error instanceof WriteConflict && error.label === 'dataImport') return { file: null }
      if (!(error instanceof DumpError)) throw error
      // The program changed since the dump was read, or the zip is gone: another try ends the same.
      await failImport(job.companyId, row, error)
      return { file: null }
    } finally {
      for (const name of ['rows', 'zip', 'notes']) rmSync(file(name), { force: true })
    }
  },
  async clean({ companyId, state, status }) {
    if (status !== 'done') return
    const row = await getDataImport(companyId, state.importId)
    if (row?.state !== 'done') return
    await removeObjects([
      row.key,
      ...(row.mediaKey ? [row.mediaKey] : []),
      ...(row.staged ? [row.staged] : []),
      ...state.notes,
      ...(state.joined ?? []),
    ])
  },
}

async function write(
  job: Job,
  given: DataImportRow,
  count: Count<'dataImport'>,
  file: (name: string) => string,
): Promise<StepEnd<'dataImport'>> {
  const { companyId } = job
  let row = given
  const begun = Date.now()
  await getFile(row.staged!, file('rows'))
  let zip: Awaited<ReturnType<typeof zipSource>> | undefined
  const opened = reopenImport(file('rows'), path => (zip ?? NO_MEDIA).find(path))
  const isOver = () => Date.now() - begun > WRITING.step
  let { progress } = job.state
  /** Objects of this step; their contents are in a temporary file as well. */
  const own: string[] = []
  let done = job.done
  let waiting: Notice[] = []
  let checkedAt = begun
  const stateOf = (notes: readonly string[]) => ({ ...job.state, progress, notes: [...job.state.notes, ...notes] })
  const checkpoint = async (now: WriteProgress) => {
    if (waiting.length > 0) {
      const key = importObject(companyId, row.id, `notes-${attemptOf(job)}-${own.length}`)
      const lines = waiting.map(notice => `${JSON.stringify(notice)}\n`).join('')
      await putObject(key, Buffer.from(lines), 'text/plain')
      appendFileSync(file('notes'), lines)
      own.push(key)
      waiting = []
    }
    progress = now
    const written = doneOf(now)
    const counts = countsOf(opened.read, newTally(now.tally))
    const set = { counts, done: written, pace: row.pace ?? { at: Date.now(), done: written } }
    const write = dataImportWrite(companyId, row, set)
    await count(written - done, [write], stateOf(own))
    done = written
    row = { ...row, ...set, updatedAt: new Date().toISOString() }
    checkedAt = Date.now()
    await publishDataImport(companyId, row)
  }
  try {
    if (row.mediaKey) zip = await zipSource(row.mediaKey, file('zip'))
    const context = await newContext(companyId, row.id, opened, {
      startedBy: row.user,
      customers: row.customers,
      invite: row.invite,
      media: zip ?? NO_MEDIA,
    })
    const isDone = await writeStream({
      context,
      stream: opened.stream(),
      from: progress,
      isOver,
      async onProgress(now, notices) {
        waiting.push(...notices)
        if (Date.now() - checkedAt > WRITING.checkpoint || isOver()) await checkpoint(now)
        else progress = now
      },
    })
    await checkpoint(progress)
    const isLast = isDone && Date.now() - begun <= WRITING.together
    if (isLast) return await report({ ...job, state: stateOf(own) }, row)
    const notes = own.length > 0 ? [importObject(companyId, row.id, `notes-${attemptOf(job)}`)] : []
    for (const key of notes) await putFile(key, file('notes'), 'text/plain')
    return { next: { ...stateOf(notes), joined: own, ...(isDone ? { isWritten: true } : {}) }, done }
  } finally {
    opened.close()
    zip?.close()
  }
}

/** Makes the report of what was written, and ends the import. */
async function report(job: Job, row: DataImportRow): Promise<StepEnd<'dataImport'>> {
  const { companyId } = job
  const stored = await storeReport(job, row.counts, linesIn<Notice>(job.state.notes))
  const endedAt = new Date().toISOString()
  const ended = await changeDataImport(companyId, row, { state: 'done', report: stored, endedAt, pace: null })
  if (ended) await publishDataImport(companyId, ended)
  return { file: null, done: row.done, total: job.total ?? row.done }
}
