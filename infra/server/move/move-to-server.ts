import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { Refusal } from '../../local/refusal.ts'
import type { ServerConfig } from '../config.ts'
import { openAws } from './call-aws.ts'
import { moveCommand } from './commands.ts'
import { takeMessages } from './copy-messages.ts'
import { companiesOf } from './describe-companies.ts'
import { deployedEnd } from './end.ts'
import { claimServer, hasTable, openServer, queueNames } from './open-server.ts'
import { closeProgress, newProgress, type Progress, readProgress, saveProgress } from './progress.ts'
import { runMove } from './run-move.ts'
import { takeSecrets } from './server-secrets.ts'
import { setAside } from './set-aside.ts'
import { describeStage } from './stage-functions.ts'
import { mark, marksOf } from './stage-marks.ts'
import { awaitStandstill, stopStage } from './stop-stage.ts'

/** Longest time (ms) of a call of the API, by API Gateway's own limit, and a little more. */
const CALL_MS = 31_000

/**
 * Brings all companies of a deployed stage to a server, which does not run and has none itself: the
 * stage is stopped, what waits in its queues is taken out. Goes on
 * with a move that was interrupted.
 * @throws Refusal before anything is changed when it cannot be done
 */
export async function moveToServer(config: ServerConfig, stage: string, log: (line: string) => void): Promise<void> {
  const { DATA_DIR: dataDir } = config
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  claimServer(dataDir)
  const known = readProgress(dataDir)
  const isGoingOn = known?.to === 'server'
  if (known && known.stage !== stage)
    throw new Refusal(`another move is under way: --to ${known.to} --stage ${known.stage}`)
  if (known && !isGoingOn && known.step !== 'done')
    throw new Refusal(`the move to the stage ${stage} is not finished: finish it, or ${moveCommand('--cancel')}`)
  if (!known) await expectNoCompanies(dataDir)
  const aws = await openAws()
  const deployed = await describeStage(aws, stage)
  const source = deployedEnd(stage, deployed)
  try {
    if (!isGoingOn && (await companiesOf(source)).length === 0) throw new Refusal(`the stage ${stage} has no company`)
    const progress: Progress = isGoingOn
      ? known
      : {
          ...newProgress({
            origin: randomUUID(),
            to: 'server',
            stage,
            region: aws.region,
            began: Date.now(),
            isTargetFresh: true,
          }),
          ...(known ? { earlier: known } : {}),
        }
    const save = () => saveProgress(dataDir, progress)
    if (isGoingOn) log(`going on with the move ${progress.origin} at its step ${progress.step}`)
    progress.runs++
    save()
    progress.stopped = await stopStage(aws, stage, progress.stopped)
    save()
    log(`the stage ${stage} is stopping: hosts, queues and functions`)
    await awaitStandstill(source, queueNames(), progress.stopped.at + CALL_MS)
    if (!progress.isAside) {
      setAside(dataDir, `before-${progress.origin}`)
      progress.isAside = true
      save()
    }
    takeSecrets(dataDir, deployed)
    const server = await openServer(dataDir)
    try {
      await runMove({
        source,
        target: server.end,
        progress,
        save,
        carryMessages: () => takeMessages(queueNames(), source, server.end, progress, save),
        log,
      })
    } finally {
      await server.close()
    }
    for (const { origin } of await marksOf(source)) await mark(source, origin, 'left')
    closeProgress(dataDir, progress)
  } finally {
    source.close()
  }
}

/** @throws Refusal when a server that never moved has companies */
async function expectNoCompanies(dataDir: string): Promise<void> {
  if (!hasTable(dataDir)) return
  const { end, close } = await openServer(dataDir)
  try {
    const companies = await companiesOf(end)
    if (companies.length > 0)
      throw new Refusal(
        `${dataDir} has ${companies.length} companies of its own, ${companies[0]!.name} for example: name an empty DATA_DIR`,
      )
  } finally {
    await close()
  }
}
