import { randomUUID } from 'node:crypto'
import type { ExternalSetting } from '../../config.ts'
import { Refusal } from '../../local/refusal.ts'
import type { ServerConfig } from '../config.ts'
import { type Aws, openAws } from './call-aws.ts'
import { holdsSecrets, prepareSecrets } from './carry-secrets.ts'
import { moveCommand, moveTo, STOP } from './commands.ts'
import { copyMessages } from './copy-messages.ts'
import { companiesOf, conflictsWith } from './describe-companies.ts'
import { deployedEnd, type End } from './end.ts'
import { claimServer, hasTable, openServer, queuesFile } from './open-server.ts'
import { newProgress, type Progress, readProgress, saveProgress } from './progress.ts'
import { runMove } from './run-move.ts'
import { readServerSecrets } from './server-secrets.ts'
import { describeStage } from './stage-functions.ts'
import { mark, marksOf } from './stage-marks.ts'

type Log = (line: string) => void

/**
 * Prepares a stage for a server's companies: adds the server's secrets to its own. The server may
 * run. What is left to do is printed.
 */
export async function prepareStage(config: ServerConfig, stage: string, log: Log): Promise<void> {
  if (!hasTable(config.DATA_DIR)) throw new Refusal(`there is no server's data in ${config.DATA_DIR}`)
  const aws = await openAws()
  const deployed = await describeStage(aws, stage)
  const server = readServerSecrets(config.DATA_DIR)
  const end = deployedEnd(stage, deployed)
  const isFresh = (await companiesOf(end)).length === 0
  end.close()
  const { jwtVersion, sealingVersion, hasVapid } = await prepareSecrets(aws, stage, server, isFresh)
  log(`The stage ${stage} was given the server's secrets.`)
  if (!hasVapid)
    log('It has companies of its own and keeps its key of web push: browsers subscribe anew by themselves.')
  if (holdsSecrets(deployed, server)) {
    log(`Its functions have them. Next, here:\n  ${STOP}\n  ${moveTo('aws', stage)}`)
    return
  }
  log('Deploy it with them, and with the options it was deployed with before:')
  log(`  npm run deploy -- --stage ${stage} ${deployOptions(config, jwtVersion, sealingVersion).join(' ')}`)
  for (const line of leftToDo(config, stage)) log(line)
  log(`Then, here:\n  ${STOP}\n  ${moveTo('aws', stage)}`)
}

/** Returns a line for each setting that is carried to a stage by hand, or has no use there. */
export function leftToDo(config: ServerConfig, stage: string): string[] {
  const { META_APP_SECRET, PIX_URL, PIX_CLIENT_CERTIFICATE, PIX_CLIENT_KEY, OUTGOING_PRIVATE_HOSTS } = config
  const files = PIX_CLIENT_CERTIFICATE
    ? `, certificate (the text of ${PIX_CLIENT_CERTIFICATE}) and privateKey (that of ${PIX_CLIENT_KEY})`
    : ''
  return [
    ...(META_APP_SECRET ? [`Put META_APP_SECRET into the secret balcao-${stage}-meta-app before that.`] : []),
    ...(PIX_URL
      ? [
          `Put the bank's client into the secret balcao-${stage}-pix: clientId, clientSecret${files} (docs/operations/deploying.md).`,
        ]
      : []),
    ...(OUTGOING_PRIVATE_HOSTS
      ? [`OUTGOING_PRIVATE_HOSTS stays behind: the stage reaches no host of this network (${OUTGOING_PRIVATE_HOSTS}).`]
      : []),
  ]
}

/** Returns the options of a deployment that stand for the server's settings. */
function deployOptions(config: ServerConfig, jwtVersion: string, sealingVersion: string): string[] {
  const { META_APP_ID, META_CONFIG_ID, PIX_URL, PIX_KEY } = config
  const external: Partial<Record<ExternalSetting, string | undefined>> = {
    openaiUrl: config.OPENAI_URL,
    openaiModel: config.OPENAI_MODEL,
    openaiEmbeddingModel: config.OPENAI_EMBEDDING_MODEL,
    openaiTranscriptionModel: config.OPENAI_TRANSCRIPTION_MODEL,
    azureSpeechUrl: config.AZURE_SPEECH_URL && `'${config.AZURE_SPEECH_URL}'`,
  }
  return [
    `--secret-version ${jwtVersion} --sealing-version ${sealingVersion}`,
    ...(META_APP_ID ? [`--meta-app ${META_APP_ID}`] : []),
    ...(META_CONFIG_ID ? [`--meta-config ${META_CONFIG_ID}`] : []),
    ...(PIX_URL ? [`--pix-url ${PIX_URL} --pix-key ${PIX_KEY}`] : []),
    ...Object.entries(external).flatMap(([name, value]) => (value ? [`--set ${name}=${value}`] : [])),
  ]
}

/**
 * Moves the companies of a server, which does not run, into a deployed stage; goes on with a move
 * that was interrupted.
 * @throws Refusal before anything is written when it cannot be done
 */
export async function moveToAws(config: ServerConfig, stage: string, log: Log): Promise<void> {
  const { DATA_DIR: dataDir } = config
  if (!hasTable(dataDir)) throw new Refusal(`there is no server's data in ${dataDir}`)
  claimServer(dataDir)
  const known = readProgress(dataDir)
  if (known && (known.to !== 'aws' || known.stage !== stage))
    throw new Refusal(`another move is under way: --to ${known.to} --stage ${known.stage}`)
  if (known?.step === 'done') return log(`The companies are in the stage ${stage} already.`)
  const aws = await openAws()
  const deployed = await describeStage(aws, stage)
  if (!holdsSecrets(deployed, readServerSecrets(dataDir)))
    throw new Refusal(
      `the functions of stage ${stage} cannot open what this server sealed. First: ${moveCommand(`--prepare --to aws --stage ${stage}`)}`,
    )
  const server = await openServer(dataDir)
  const target = deployedEnd(stage, deployed)
  try {
    const progress = known ?? (await begin(aws, server.end, target))
    const save = () => saveProgress(dataDir, progress)
    if (known) log(`going on with the move ${progress.origin} at its step ${progress.step}`)
    progress.runs++
    save()
    await mark(target, progress.origin, 'arriving')
    await runMove({
      source: server.end,
      target,
      progress,
      save,
      carryMessages: () => copyMessages(queuesFile(dataDir), server.end, target, progress, save),
      log,
    })
    await mark(target, progress.origin, 'arrived')
  } finally {
    target.close()
    await server.close()
  }
}

/** Checks what must be so before the first row is written, and returns a new move. */
async function begin(aws: Aws, source: End, target: End): Promise<Progress> {
  const companies = await companiesOf(source)
  if (companies.length === 0) throw new Refusal('this server has no company')
  const conflicts = await conflictsWith(source, target)
  if (conflicts.length > 0)
    throw new Refusal(`the stage ${target.stage} has this already:\n${conflicts.map(line => `  ${line}`).join('\n')}`)
  const arriving = (await marksOf(target)).find(({ state }) => state === 'arriving')
  if (arriving) throw new Refusal(`another server is moving into the stage ${target.stage} since ${arriving.at}`)
  return newProgress({
    origin: randomUUID(),
    to: 'aws',
    stage: target.stage,
    region: aws.region,
    began: Date.now(),
    isTargetFresh: (await companiesOf(target)).length === 0,
  })
}
