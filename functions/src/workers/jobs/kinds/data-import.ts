import { rmSync } from 'node:fs'
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
import { attemptOf, getFile, importObject, scratchFile } from '../../../imports/import-files.ts'
import { NO_MEDIA } from '../../../imports/media-folder.ts'
import { reopenImport } from '../../../imports/open-import.ts'
import { storeReport } from '../../../imports/report-sheet.ts'
import { newTally } from '../../../imports/tally.ts'
import { newContext } from '../../../imports/write/new-context.ts'
import { writeStream } from '../../../imports/write/write-stream.ts'
import { zipSource } from '../../../imports/zip-source.ts'
import { putObject, removeObjects } from '../../../integrations/storage.ts'
import { publishDataImport } from '../../../messaging/publish-data-import.ts'
import type { Count, StepEnd, Work } from '../run-step.ts'
import { linesIn } from './export-objects.ts'
import { failImport } from './fail-import.ts'

type Job = JobRow<'dataImport'>

/** Time (ms) after which a step ends, below the five minutes of a function. */
const STEP_MS = 180_000
/** Time (ms) between two checkpoints: a process that is killed repeats that much. */
const CHECKPOINT_MS = 2000

/**
 * Writes an import's records. A step takes the staged rows from the bucket, passes over what was
 * written, and writes on, with a checkpoint each two seconds. What is said of rows is kept in
 * objects named by the attempt, until the report is made of them.
 */
export const dataImport: Work<'dataImport'> = {
  async step(job, count) {
    const row = await getDataImport(job.companyId, job.state.importId)
    if (row?.state !== 'running' || !row.staged) return { file: null }
    const file = (name: string) => scratchFile(attemptOf(job), name)
    try {
      return await write(job, row, count, file)
    } catch (error) {
      // It was cancelled.
      if (error instanceof WriteConflict && error.label === 'dataImport') return { file: null }
      if (!(error instanceof DumpError)) throw error
      // The program changed since the dump was read, or the zip is gone: another try ends the same.
      await failImport(job.companyId, row, error)
      return { file: null }
    } finally {
      for (const name of ['rows', 'zip']) rmSync(file(name), { force: true })
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
  await getFile(row.staged!, file('rows'))
  let zip: Awaited<ReturnType<typeof zipSource>> | undefined
  const opened = reopenImport(file('rows'), path => (zip ?? NO_MEDIA).find(path))
  const until = Date.now() + STEP_MS
  let { progress, notes } = job.state
  let done = job.done
  let waiting: Notice[] = []
  let checkedAt = Date.now()
  let parts = 0
  const checkpoint = async (now: WriteProgress) => {
    if (waiting.length > 0) {
      const key = importObject(companyId, row.id, `notes-${attemptOf(job)}-${parts++}`)
      await putObject(key, Buffer.from(waiting.map(notice => `${JSON.stringify(notice)}\n`).join('')), 'text/plain')
      notes = [...notes, key]
      waiting = []
    }
    progress = now
    const written = doneOf(now)
    const counts = countsOf(opened.read, newTally(now.tally))
    const set = { counts, done: written, pace: row.pace ?? { at: Date.now(), done: written } }
    const write = dataImportWrite(companyId, row, set)
    await count(written - done, [write], { ...job.state, progress, notes })
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
      isOver: () => Date.now() > until,
      async onProgress(now, notices) {
        waiting.push(...notices)
        if (Date.now() - checkedAt > CHECKPOINT_MS || Date.now() > until) await checkpoint(now)
        else progress = now
      },
    })
    await checkpoint(progress)
    if (!isDone) return { next: { ...job.state, progress, notes }, done }
    const counts = countsOf(opened.read, newTally(progress.tally))
    const report = await storeReport(
      { companyId, importId: row.id, attempt: attemptOf(job), language: job.state.language },
      counts,
      linesIn<Notice>(notes),
    )
    const ended = await changeDataImport(companyId, row, {
      state: 'done',
      counts,
      report,
      endedAt: new Date().toISOString(),
      pace: null,
    })
    if (ended) await publishDataImport(companyId, ended)
    return { file: null, done, total: job.total ?? done }
  } finally {
    opened.close()
    zip?.close()
  }
}
