// Lists the dead-letter queues of a stage and moves their messages back to the source queues.
//
//   npm run dead-letters                   lists
//   npm run dead-letters -- jobs-dlq       replays the queues whose name contains `jobs-dlq`
//   npm run dead-letters -- --all          replays every one
//
// The target is the running local cloud; TARGET=localstack or TARGET=aws (with credentials) names
// another, and STAGE its stage.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SQSClient } from '@aws-sdk/client-sqs'
import { LOOPBACK } from '../local/listen.ts'
import { readTarget } from '../local/target.ts'
import { deadLetterQueues, replay } from './dead-letters.ts'
import { endWithUsage, readArguments } from './read-arguments.ts'
import { readStageConfig } from './read-stage-config.ts'

const config = readStageConfig()
const target = readTarget(config)
const USAGE = 'dead-letters [-- QUEUE | --all]'
const { values, positionals } = readArguments(USAGE, {
  options: { all: { type: 'boolean', default: false } },
  allowPositionals: true,
})
if (positionals.length > (values.all ? 0 : 1)) endWithUsage(USAGE)
const [filter] = positionals
const client = new SQSClient({ ...target.clients.sqs, ...(target.name === 'embedded' ? embedded() : {}) })

const queues = await deadLetterQueues(client, `balcao-${config.stage}-`)
if (filter !== undefined && !queues.some(({ name }) => name.includes(filter))) {
  console.error(`no dead-letter queue of stage ${config.stage} is called ${filter}`)
  process.exit(1)
}
if (queues.length === 0) console.log(`no dead-letter queues of stage ${config.stage}`)
for (const queue of queues) {
  const chosen = values.all || (filter !== undefined && queue.name.includes(filter))
  if (chosen && queue.messages > 0) await replay(client, queue)
  console.log(`${String(queue.messages).padStart(6)}  ${queue.name}${chosen && queue.messages > 0 ? '  replayed' : ''}`)
}

/** Returns the endpoint of the local cloud that runs on the data directory. */
function embedded(): { endpoint: string } {
  try {
    const ports = JSON.parse(readFileSync(join(config.dataDir, 'ports.json'), 'utf8')) as { sqs: number }
    return { endpoint: `http://${LOOPBACK}:${ports.sqs}` }
  } catch {
    console.error(`the local cloud does not run on ${config.dataDir}`)
    process.exit(1)
  }
}
