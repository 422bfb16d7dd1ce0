import { PREPARED_UPLOADS, PUBLIC_FILES } from '@balcao/shared/media.ts'
import { listWhatsapps } from '../../../data/channels/whatsapp.ts'
import { forgetCompany, getCompany, ownRowsOf, removalOf, removalOfRow } from '../../../data/company/company.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import { removeTogether } from '../../../data/table/remove-keys.ts'
import { scanForCompany } from '../../../data/table/scan-rows.ts'
import { transact } from '../../../data/table/transact.ts'
import { listObjects, removeObjects } from '../../../integrations/storage.ts'
import { stopConnection } from '../../../messaging/stop-connection.ts'
import { evictCompany } from '../../../realtime/evict-company.ts'
import { removeUsageKeys } from '../remove-usage-keys.ts'
import type { Count, StepEnd, Work } from '../run-step.ts'

type Job = JobRow<'companyRemoval'>
type State = Job['state']
type End = StepEnd<'companyRemoval'>

/**
 * Time in which a step looks for more rows: a step whose worker is killed five times is given up,
 * so steps are short.
 */
const STEP_MS = 6000
/**
 * Maximum time between two progress records: after a process was killed, its successor repeats that
 * much.
 */
const COUNT_MS = 2000
/** Rows of a transaction, and files of a call. */
const ROW_BATCH_SIZE = 10
const FILE_BATCH_SIZE = 100
/**
 * Pause after each call as a multiple of its duration, with a maximum: meanwhile other companies
 * use the table.
 */
const REST = { look: 4, remove: 9 }
const MAX_REST_MS = 400
/**
 * Time after which all work that began before the deletion has ended: no function runs longer, and
 * no process caches a company longer.
 */
const STRAGGLERS_MS = 6 * 60_000

/**
 * Removes a company: stops what is under way, then removes files and rows until a pass finds none,
 * then the company's own row and name, and minutes later anything written by processes that were
 * still running. Rows are found by scanning the whole table, which costs as much as the table is
 * large but misses nothing. It works in small calls with pauses between them, so that other
 * companies hardly notice, however large this one was.
 */
export const companyRemoval: Work<'companyRemoval'> = {
  async step(job, count) {
    // Another removal of this company took over.
    if (!job.state.gone && !(await isOurs(job))) return { file: null }
    switch (job.state.stage) {
      case 'stop':
        return stop(job)
      case 'files':
        return removeFiles(job)
      case 'rows':
        return removeRows(job, count)
      case 'last':
        return removeLast(job)
    }
  },
}

const next = (job: Job, changes: Partial<State>): { next: State } => ({ next: { ...job.state, ...changes } })

/**
 * Returns whether this job removes the company: the company's row names its job until the row is
 * removed, after which a job that was cut off may continue.
 */
async function isOurs({ companyId, id, state }: Job): Promise<boolean> {
  const by = await removalOf(state.companyId)
  return by ? by.companyId === companyId && by.jobId === id : state.stage === 'last'
}

/**
 * Logs out connections, ends the browsers' sessions and sockets, and removes the company from the
 * public API.
 */
async function stop(job: Job): Promise<End> {
  const { companyId } = job.state
  for (const connection of await listWhatsapps(companyId, true)) await stopConnection(connection)
  await evictCompany(companyId)
  await removeUsageKeys(companyId)
  return next(job, { stage: 'files' })
}

const foldersOf = (companyId: string): string[] => [
  `${companyId}/`,
  `${PREPARED_UPLOADS}${companyId}/`,
  `${PUBLIC_FILES}${companyId}/`,
]

/** Does some work, then pauses. */
async function rested<T>(times: number, work: () => Promise<T>): Promise<T> {
  const begun = Date.now()
  const answer = await work()
  await new Promise(resolve => setTimeout(resolve, Math.min(MAX_REST_MS, times * Math.max(1, Date.now() - begun))))
  return answer
}

async function removeFiles(job: Job): Promise<End> {
  const until = Date.now() + STEP_MS
  let count = 0
  for (const folder of foldersOf(job.state.companyId))
    for (;;) {
      const objects = await listObjects(folder)
      if (objects.length === 0) break
      for (let i = 0; i < objects.length; i += FILE_BATCH_SIZE) {
        const some = objects.slice(i, i + FILE_BATCH_SIZE)
        await rested(REST.remove, () => removeObjects(some.map(({ key }) => key)))
        count += some.length
        if (Date.now() > until) return { ...next(job, { found: job.state.found + count }), done: job.done + count }
      }
    }
  return { ...next(job, { stage: 'rows', found: job.state.found + count }), done: job.done + count }
}

async function removeRows(job: Job, count: Count<'companyRemoval'>): Promise<End> {
  const { companyId, name, pass } = job.state
  const kept = new Set(ownRowsOf(companyId, name).map(({ pk, sk }) => `${pk} ${sk}`))
  const until = Date.now() + STEP_MS
  let { from, found } = job.state
  let { done } = job
  let counted = { at: Date.now(), done }
  do {
    const page = await rested(REST.look, () => scanForCompany(companyId, from, pass > 0))
    const keys = page.keys.filter(({ pk, sk }) => job.state.gone || !kept.has(`${pk} ${sk}`))
    for (let i = 0; i < keys.length; i += ROW_BATCH_SIZE)
      await rested(REST.remove, () => removeTogether(keys.slice(i, i + ROW_BATCH_SIZE)))
    found += keys.length
    done += keys.length
    from = page.next
    if (from && Date.now() > counted.at + COUNT_MS) {
      await count(done - counted.done, [], { ...job.state, from, found })
      counted = { at: Date.now(), done }
    }
  } while (from && Date.now() < until)
  if (from) return { ...next(job, { from, found }), done }
  if (found > 0) return { ...next(job, { stage: 'files', pass: pass + 1, found: 0, from: null }), done }
  return job.state.gone ? { file: null, done, total: done } : { ...next(job, { stage: 'last', from: null }), done }
}

async function removeLast(job: Job): Promise<End> {
  const { companyId, name, pass } = job.state
  const company = await getCompany(companyId, true)
  if (company) await transact(removalOfRow(companyId, name, company.planId))
  forgetCompany(companyId)
  return { ...next(job, { stage: 'files', pass: pass + 1, found: 0, gone: true }), delayMs: STRAGGLERS_MS }
}
