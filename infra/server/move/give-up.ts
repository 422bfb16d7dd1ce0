import { DeleteObjectCommand } from '@aws-sdk/client-s3'
import { inParts } from '@balcao/functions/in-parts.ts'
import { Refusal } from '../../local/refusal.ts'
import type { ServerConfig } from '../config.ts'
import { openAws } from './call-aws.ts'
import { listObjects } from './copy-objects.ts'
import { pagesOf } from './copy-rows.ts'
import { companiesOf } from './describe-companies.ts'
import { deployedEnd } from './end.ts'
import { claimServer, openServer } from './open-server.ts'
import { closeProgress, type Progress, readProgress, STEPS, type Step, saveProgress } from './progress.ts'
import { ownerAndKind } from './row-part.ts'
import { takeBack } from './set-aside.ts'
import { describeStage } from './stage-functions.ts'
import { unmark } from './stage-marks.ts'
import { startStage } from './stop-stage.ts'
import { deleteRows, keyOf } from './write-rows.ts'

const PARALLEL = 16

/**
 * Gives up a move that is not finished, so that its source goes on as before.
 * @throws Refusal when there is none, or the target has begun to work
 */
export async function giveUpMove(config: ServerConfig, log: (line: string) => void): Promise<void> {
  const { DATA_DIR: dataDir } = config
  const progress = readProgress(dataDir)
  if (!progress || progress.step === 'done') throw new Refusal('no move is under way')
  claimServer(dataDir)
  if (progress.to === 'aws') await giveUpToAws(dataDir, progress, log)
  else await giveUpToServer(dataDir, progress, log)
}

/** Refuses once a step has begun after which the target works. */
function expectBefore({ step, to, stage }: Progress, first: Step): void {
  if (STEPS.indexOf(step) < STEPS.indexOf(first)) return
  throw new Refusal(`it is too late to give the move up: finish it (--to ${to} --stage ${stage}), then move back`)
}

/** Deletes what was copied into the stage. */
async function giveUpToAws(dataDir: string, progress: Progress, log: (line: string) => void): Promise<void> {
  expectBefore(progress, 'installation')
  const target = deployedEnd(progress.stage, await describeStage(await openAws(), progress.stage))
  const { end: source, close } = await openServer(dataDir)
  try {
    const companies = new Set([...progress.rows.companies, ...(await companiesOf(source)).map(({ id }) => id)])
    let rows = 0
    for await (const items of pagesOf(target, {})) {
      const keys = items.filter(item => companies.has(ownerAndKind(item).owner)).map(keyOf)
      await deleteRows(target, keys)
      rows += keys.length
    }
    let objects = 0
    for await (const page of listObjects(source, '')) {
      await inParts(page, PARALLEL, ({ key }) =>
        target.s3.send(new DeleteObjectCommand({ Bucket: target.bucket, Key: key })),
      )
      objects += page.length
    }
    await unmark(target, progress.origin)
    closeProgress(dataDir, progress)
    log(`${rows} rows and ${objects} files removed from the stage ${progress.stage}: the server may be started`)
  } finally {
    target.close()
    await close()
  }
}

/** Starts the stage again, and puts the server's earlier data in their place. */
async function giveUpToServer(dataDir: string, progress: Progress, log: (line: string) => void): Promise<void> {
  expectBefore(progress, 'queues')
  if (progress.stopped) await startStage(await openAws(), progress.stage, progress.stopped)
  takeBack(dataDir, `before-${progress.origin}`, `given-up-${progress.origin}`)
  if (progress.earlier) saveProgress(dataDir, progress.earlier)
  else closeProgress(dataDir, progress)
  log(`the stage ${progress.stage} works again`)
}
