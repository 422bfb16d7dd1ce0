/**
 * `npm run localstack`: a LocalStack with DynamoDB, SQS and S3 on loopback, for `npm run
 * test:localstack`. Uses one that already answers (in Docker, for example); otherwise installs and
 * starts one without Docker. `-- --stop` ends the one it started.
 *
 * Ends with 0 when it answers, with 1 on failure, and with 77 when this machine cannot run it.
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
/** Exit code of a program that cannot run on this machine; test runners read it as skipped. */
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
