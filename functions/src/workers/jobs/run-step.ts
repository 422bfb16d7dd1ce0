/** The worker of jobs: a message, a step, a checkpoint, the next message. What a kind does in a step is in `kinds/`. */
import type { JobKind } from '@balcao/shared/entities/job.ts'
import { isEnded } from '@balcao/shared/entities/job.ts'
import { AppError, ERRORS } from '@balcao/shared/errors.ts'
import type { JobMessage } from '@balcao/shared/events/queues.ts'
import {
  checkpoint,
  claimStep,
  endStep,
  failJob,
  finishJob,
  getJob,
  type JobFile,
  type JobOutcome,
  type JobRow,
  type JobStates,
  Overtaken,
  TRIES,
} from '../../data/jobs/job.ts'
import type { Write } from '../../data/table/transact.ts'
import { enqueueStep } from '../../messaging/begin-job.ts'
import { PROGRESS_MS, tellJob } from '../../messaging/tell-job.ts'

type StepMessage = Omit<Extract<JobMessage, { type: 'step' }>, 'type'>

/**
 * Counts what a step did, in one transaction with it, and where another try of the step is to go on, if not where it began. Throws
 * Overtaken, and then it was not done.
 */
export type Count<K extends JobKind> = (by: number, writes?: readonly Write[], state?: JobStates[K]) => Promise<void>

/** How a step ended: where the next one begins, and after what delay at the least, or what the job made. `writes` go into the transaction of the checkpoint. */
export type StepEnd<K extends JobKind> = (
  | { next: JobStates[K]; delayMs?: number }
  | { file: JobFile | null; outcome?: JobOutcome }
) & {
  done?: number
  total?: number
  writes?: readonly Write[]
}

export type Work<K extends JobKind> = {
  /**
   * One step, of some seconds where it can be: a function's time is five minutes. It may be cut off anywhere, and run again or beside itself: what it
   * does is in the writes of a checkpoint, or finds done what was done, or goes into an object named by `job.version`, which is
   * each try's own. An AppError of the caller's making (4xx) ends the job with its code; whatever else is thrown is tried again.
   */
  step: (job: JobRow<K>, count: Count<K>) => Promise<StepEnd<K>>
  /** Takes away what an ended job does not need any more. May run again. */
  clean?: (job: JobRow<K>) => Promise<void>
}

export type Kinds = { [K in JobKind]: Work<K> }

/** Works on the step a message names. Throws what has to be tried again. */
export async function runStep({ companyId, jobId, seq }: StepMessage, kinds: Kinds): Promise<void> {
  const claim = await claimStep(companyId, jobId, seq)
  if (!claim) return
  const work = kinds[claim.job.kind] as Work<JobKind>
  if (claim.outcome === 'behind') {
    // Nobody began the step that is next: who did this one may have ended before its message left.
    if (claim.job.tries === 0) await enqueueStep(claim.job)
    return
  }
  const { job, delayMs } = claim.outcome === 'claimed' ? await workOn(claim.job, work) : { job: claim.job, delayMs: 0 }
  if (isEnded(job.status)) await work.clean?.(job)
  else await enqueueStep(job, Math.ceil(delayMs / 1000))
}

/** Works on a claimed step; answers the job as it is afterwards, and in how long the next step may begin. */
async function workOn(claimed: JobRow, work: Work<JobKind>): Promise<{ job: JobRow; delayMs: number }> {
  let job = claimed
  /** A checkpoint on the way, told when the last word is long enough ago. */
  const advance = async (write: (progress: { toldAt?: number }) => Promise<JobRow>) => {
    const due = Date.now() - job.toldAt >= PROGRESS_MS
    job = await write(due ? { toldAt: Date.now() } : {})
    if (due && job.status === 'running') await tellJob(job)
  }
  const count: Count<JobKind> = (by, writes = [], state) =>
    advance(progress => checkpoint(job, { ...progress, done: job.done + by, ...(state ? { state } : {}) }, writes))
  try {
    const { writes = [], done = job.done, total = job.total, ...end } = await work.step(job, count)
    if ('next' in end) {
      await advance(progress => endStep(job, { ...progress, done, total, state: end.next }, writes))
      return { job, delayMs: end.delayMs ?? 0 }
    }
    job = await finishJob(job, { done, total, file: end.file, outcome: end.outcome }, writes)
  } catch (error) {
    if (error instanceof Overtaken) return { job: await whoOvertook(job, error), delayMs: 0 }
    if (!(error instanceof AppError && isFinal(error))) {
      // The row says that it failed since the last try began.
      if (job.tries >= TRIES) await tellJob(job)
      throw error
    }
    job = await failJob(job, error.code)
  }
  await tellJob(job)
  return { job, delayMs: 0 }
}

/** What a repetition would not change. */
const isFinal = ({ code }: AppError): boolean => {
  const { status } = ERRORS[code]
  return status < 500 && status !== 409 && status !== 429
}

/**
 * The job when it was canceled, or went with its company. Else somebody works on it: throws, so that this message stays until that is
 * over, in case they die.
 */
async function whoOvertook(claimed: JobRow, error: Overtaken): Promise<JobRow> {
  const job = await getJob(claimed.companyId, claimed.id, true)
  if (!job) return { ...claimed, status: 'canceled' }
  if (isEnded(job.status)) return job
  throw error
}
