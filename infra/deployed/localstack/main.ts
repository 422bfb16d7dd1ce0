/**
 * `npm run localstack`: a LocalStack with DynamoDB, SQS and S3 on loopback, for `npm run test:localstack`. One that answers already (in
 * Docker, for example) is taken as it is; else it is installed, without Docker, and started. `-- --stop` ends what this started.
 *
 * Ends with 0 when it answers, with 1 when something is wrong, and with 77 when this machine cannot have it.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { REPOSITORY } from '../../constructs/repository.ts'
import { localstackEndpoint } from '../../local/config.ts'
import { openPrograms } from '../../local/programs.ts'
import { NotToBeHad } from '../python/virtual-environment.ts'
import { installLocalstack } from './install.ts'
import { answers, startLocalstack, stopLocalstack } from './service.ts'

const DIR = join(REPOSITORY, '.cache/localstack')
/** How a program says that it could not do its work here, as test runners read it. */
const LEFT_OUT = 77

const programs = openPrograms(DIR)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void Promise.all([programs.close(), stopLocalstack(DIR)]).finally(() => process.exit(130)))

try {
  const { values } = parseArgs({ options: { stop: { type: 'boolean', default: false } } })
  if (values.stop) console.log((await stopLocalstack(DIR)) ? 'LocalStack has ended' : 'no LocalStack of ours runs')
  else await start()
} catch (error) {
  const leftOut = error instanceof NotToBeHad
  console.error(leftOut ? `left out: ${error.message}` : error instanceof Error ? error.message : error)
  process.exitCode = leftOut ? LEFT_OUT : 1
}
await programs.close()

async function start(): Promise<void> {
  const endpoint = localstackEndpoint()
  const { hostname, port } = new URL(endpoint)
  if (await answers(endpoint)) return console.log(`LocalStack answers on ${endpoint} already`)
  if (!['127.0.0.1', 'localhost'].includes(hostname)) throw new Error(`No LocalStack answers on ${endpoint}`)
  console.log('… installing what is missing (the first time takes minutes)')
  const installed = await installLocalstack(programs, DIR)
  console.log('… starting it')
  await startLocalstack(installed, DIR, Number(port || 80))
  console.log(`LocalStack answers on ${endpoint}; npm run localstack -- --stop ends it`)
}
