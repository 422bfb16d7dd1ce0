/**
 * The worker of jobs: a message, a step, a checkpoint, the next message. The steps of each kind are
 * in `kinds/`.
 */
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
import { PROGRESS_MS, publishJob } from '../../messaging/publish-job.ts'

type StepMessage = Omit<Extract<JobMessage, { type: 'step' }>, 'type'>

/**
 * Counts what a step did, in one transaction with its writes, and stores where another attempt of
 * the step continues, if not where it began.
 * @throws `Overtaken`, and then nothing was written
 */
export type Count<K extends JobKind> = (by: number, writes?: readonly Write[], state?: JobStates[K]) => Promise<void>

/**
 * Result of a step: where the next one begins and after what minimum delay, or the result of the
 * job. `writes` go into the transaction of the checkpoint.
 */
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
   * Runs one step, of some seconds where possible: a function's time is five minutes. A step may be
   * cut off anywhere, and run again or twice at once: its changes are in the writes of a
   * checkpoint, or are found done by the next attempt, or go into an object named by `job.version`,
   * which differs for each attempt. An AppError of the caller's making (4xx) ends the job with its
   * code; after any other error the step is tried again.
   */
  step: (job: JobRow<K>, count: Count<K>) => Promise<StepEnd<K>>
  /** Removes what an ended job no longer needs. Idempotent. */
  clean?: (job: JobRow<K>) => Promise<void>
}

/** Kinds of jobs that a worker works on. */
export type Kinds = { [K in JobKind]?: Work<K> }

/** Enqueues the message of a job's current step where its worker finds it. */
type Enqueue = (job: JobRow, delaySeconds?: number) => Promise<void>

/** Works on the step that a message names. Throws errors after which it must be tried again. */
export async function runStep(
  { companyId, jobId, seq }: StepMessage,
  kinds: Kinds,
  enqueueStep: Enqueue,
): Promise<void> {
  const claim = await claimStep(companyId, jobId, seq)
  if (!claim) return
  const work = kinds[claim.job.kind] as Work<JobKind>
  if (claim.outcome === 'behind') {
    // The next step was never begun: the process that finished this one may have ended before it
    // enqueued the message.
    if (claim.job.tries === 0) await enqueueStep(claim.job)
    return
  }
  const { job, delayMs } = claim.outcome === 'claimed' ? await workOn(claim.job, work) : { job: claim.job, delayMs: 0 }
  if (isEnded(job.status)) await work.clean?.(job)
  else await enqueueStep(job, Math.ceil(delayMs / 1000))
}

/**
 * Works on a claimed step; returns the job as it is afterwards, and the delay until the next step
 * may begin.
 */
async function workOn(claimed: JobRow, work: Work<JobKind>): Promise<{ job: JobRow; delayMs: number }> {
  let job = claimed
  /** Writes a checkpoint on the way, published when the last event is long enough ago. */
  const advance = async (write: (progress: { toldAt?: number }) => Promise<JobRow>) => {
    const due = Date.now() - job.toldAt >= PROGRESS_MS
    job = await write(due ? { toldAt: Date.now() } : {})
    if (due && job.status === 'running') await publishJob(job)
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
      // The row records the failure since the last attempt began.
      if (job.tries >= TRIES) await publishJob(job)
      throw error
    }
    job = await failJob(job, error.code)
  }
  await publishJob(job)
  return { job, delayMs: 0 }
}

/** Returns whether a repetition would fail the same way. */
const isFinal = ({ code }: AppError): boolean => {
  const { status } = ERRORS[code]
  return status < 500 && status !== 409 && status !== 429
}

/**
 * Returns the job after it was canceled, or as canceled if its company was deleted. Otherwise
 * another worker has it: throws, so that this message stays until that worker is done, in case it
 * dies.
 */
async function whoOvertook(claimed: JobRow, error: Overtaken): Promise<JobRow> {
  const job = await getJob(claimed.companyId, claimed.id, true)
  if (!job) return { ...claimed, status: 'canceled' }
  if (isEnded(job.status)) return job
  throw error
}
