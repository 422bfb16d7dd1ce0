import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { compareSides } from './compare-sides.ts'
import { copyInstallation, raiseFences, registerConnections } from './copy-installation.ts'
import { copyObjects } from './copy-objects.ts'
import { copyRows } from './copy-rows.ts'
import { copyTimers } from './copy-timers.ts'
import type { End } from './end.ts'
import { type Progress, STEPS, type Step } from './progress.ts'
import { bytesOf, countOf } from './tally.ts'

export type Move = {
  source: End
  target: End
  progress: Progress
  /** Stores the progress. */
  save: () => void
  /** Carries what waits in the queues of the source. */
  carryMessages: () => Promise<void>
  log: (line: string) => void
}

/**
 * Runs the steps of a move from where it stands. Nothing of a company works on the target before
 * everything of it is there and compared: the rows by which people, timers and session hosts find a
 * company are copied after all others, the registrations of the connections last.
 */
export async function runMove(move: Move): Promise<void> {
  const { progress, save, log } = move
  for (let step = progress.step; step !== 'done'; step = progress.step) {
    const started = performance.now()
    const done = await RUN[step](move)
    progress.step = STEPS[STEPS.indexOf(step) + 1]!
    save()
    log(`${done}  (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  }
}

/** Runs a step; returns a line that says what was done. */
const RUN: Record<Exclude<Step, 'done'>, (move: Move) => Promise<string>> = {
  async rows({ source, target, progress, save }) {
    await copyRows(source, target, progress, save)
    const { tally, brief, left, companies } = progress.rows
    return `${countOf(tally) + brief} rows of ${companies.length} companies copied, ${left} of running processes or expired left`
  },
  async objects({ source, target, progress, save }) {
    await copyObjects(source, target, progress, save)
    const { tally } = progress.objects
    return `${countOf(tally)} files copied, ${(bytesOf(tally) / 1024 / 1024).toFixed(1)} MiB`
  },
  async compare({ source, target, progress, log }) {
    const { counts, sampled } = await compareSides(source, target, progress)
    for (const line of ['rows and files by kind, here and there:', ...counts]) log(line)
    return `${countOf(progress.rows.tally)} rows and ${countOf(progress.objects.tally)} files are the same on both sides, ${sampled} files byte by byte`
  },
  async installation({ source, target, progress }) {
    Object.assign(progress, await copyInstallation(source, target, progress.isTargetFresh))
    return `${progress.installation} rows of the installation copied, ${progress.kept} kept as they were`
  },
  async leases({ source, target }) {
    return `${await raiseFences(source, target)} leases raised`
  },
  async timers({ source, target, progress }) {
    progress.timers = await copyTimers(source, target)
    return `${progress.timers} timers copied`
  },
  async queues({ progress, carryMessages }) {
    await carryMessages()
    return `${progress.messages.count} waiting messages carried`
  },
  async connections({ source, target, progress }) {
    progress.connections = await registerConnections(source, target)
    return `${progress.connections} connections registered: the session hosts open them within half a minute`
  },
  async renewal({ target, progress }) {
    const QueueUrl = await target.queueUrl('jobs')
    for (const companyId of progress.rows.companies)
      await target.sqs.send(
        new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify({ type: 'renewSecrets', companyId }) }),
      )
    return `${progress.rows.companies.length} companies told to seal their secrets anew`
  },
}
