/**
 * `npm run test:localstack`: runs the tests of DynamoDB, SQS and S3 against a running LocalStack
 * (`npm run localstack`): the conformance checks, the unit tests of the functions, the session host
 * and the local cloud, and the product with messages and faults. `-- --short` skips the unit tests.
 * The last line is `N passed, N failed, N skipped`.
 */
import { parseArgs } from 'node:util'
import { localstackEndpoint } from '../../local/config.ts'
import { prepareAssembly } from '../../local/prepare.ts'
import { runVitest } from '../../local/run-vitest.ts'
import { answers } from './service.ts'

const CONFORMANCE = ['infra/local/dynamodb/', 'infra/local/sqs/', 'infra/local/s3/']
const UNIT = ['functions/', 'session-host/', 'infra/local/', 'infra/simulators/', 'infra/operations/', 'infra/demo/']
const PRODUCT = ['infra/test/system/product-messages.system.test.ts']

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
const endpoint = localstackEndpoint()
if (await answers(endpoint)) process.exitCode = await main()
else {
  console.error(`No LocalStack answers on ${endpoint}: npm run localstack starts one`)
  process.exitCode = 1
}

async function main(): Promise<number> {
  const env = { TARGET: 'localstack', AWS_ENDPOINT_URL: endpoint }
  await prepareAssembly(line => console.log(`… ${line}`))
  const runs = [
    await runVitest(['--project', 'unit', ...(values.short ? CONFORMANCE : UNIT)], env),
    await runVitest(['--project', 'system', ...PRODUCT], env),
  ]
  const sum = (count: 'passed' | 'failed' | 'skipped') => runs.reduce((total, run) => total + run[count], 0)
  if (values.short)
    console.log('left out by --short: the unit tests of the functions, the session host and the local cloud')
  console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
  return sum('failed') > 0 ? 1 : 0
}
