// `npm run move -- --to aws --stage NAME [--prepare] [--env FILE]`: moves the companies of a server
// into a deployed stage, without a new QR code; `--to server` brings them back; `--cancel` gives a
// move up that is not finished. Started again it goes on where it was interrupted. The server must
// be stopped, but for `--prepare` (docs/operations/move.md).
//
// The stage is in the account of the environment's credentials, in AWS_REGION.
import { Refusal } from '../../local/refusal.ts'
import { endWithUsage, readArguments } from '../../operations/read-arguments.ts'
import { readServerConfig } from '../config.ts'
import { START } from './commands.ts'
import { giveUpMove } from './give-up.ts'
import { moveToAws, prepareStage } from './move-to-aws.ts'
import { moveToServer } from './move-to-server.ts'

const USAGE = 'move -- --to aws|server --stage NAME [--prepare] [--env FILE] | --cancel [--env FILE]'
const { values } = readArguments(USAGE, {
  options: {
    to: { type: 'string' },
    stage: { type: 'string' },
    env: { type: 'string' },
    prepare: { type: 'boolean', default: false },
    cancel: { type: 'boolean', default: false },
  },
})
const { to, stage = '', prepare, cancel } = values
const isMove = /^(aws|server)$/.test(to ?? '') && /^[a-z][a-z0-9-]{1,15}$/.test(stage)
if (cancel ? to || stage || prepare : !isMove || (prepare && to !== 'aws')) endWithUsage(USAGE)
// All files of this process are readable by their owner only.
process.umask(0o077)
const log = (line: string) => console.log(line)

try {
  const config = readServerConfig({ file: values.env })
  if (cancel) await giveUpMove(config, log)
  else if (prepare) await prepareStage(config, stage, log)
  else if (to === 'aws') {
    await moveToAws(config, stage, log)
    log(`moved to the stage ${stage}. Next: the name of the web (docs/operations/move.md)`)
  } else {
    await moveToServer(config, stage, log)
    log(`moved back from the stage ${stage}. Next: ${START}`)
  }
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error)
  process.exitCode = 1
}
