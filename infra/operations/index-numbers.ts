// `npm run index-numbers -- --company ID` (or `--all`): indexes contacts, tickets and customers
// stored before the index existed by every part of their numbers, protocols and documents. Safe
// while people work.
//
// The target is the local cloud, running or not; TARGET=localstack or TARGET=aws (with credentials
// and AWS_REGION) names another, and STAGE its stage.
import { readConfig } from '../local/config.ts'
import { openTable } from './open-table.ts'
import { endWithUsage, readArguments } from './read-arguments.ts'

const USAGE = 'index-numbers -- --company ID | --all'
const { values } = readArguments(USAGE, {
  options: { company: { type: 'string' }, all: { type: 'boolean', default: false } },
})
if (values.all === (values.company !== undefined)) endWithUsage(USAGE)

const close = await openTable(readConfig())
// Imported only now: these modules read the environment.
const { getCompany } = await import('@balcao/functions/data/company/company.ts')
const { listCompanyIds } = await import('@balcao/functions/data/company/installation.ts')
const { indexAllNumbers } = await import('@balcao/functions/data/index-all-numbers.ts')
try {
  for (const id of values.company ? [values.company] : await listCompanyIds()) {
    if (await getCompany(id)) console.log(`${id}  ${await indexAllNumbers(id)} rows`)
    else {
      console.error(`there is no company ${id}`)
      process.exitCode = 1
    }
  }
} finally {
  await close()
}
