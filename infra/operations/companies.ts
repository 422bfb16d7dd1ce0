// `npm run companies [-- --stage NAME]`: prints id, state and name of every company, by name; other
// commands ask for the id.
//
// The target is the local cloud, running or not; TARGET=localstack or TARGET=aws (with credentials
// and AWS_REGION) names another.
import { openTable } from './open-table.ts'
import { readArguments } from './read-arguments.ts'
import { readStageConfig } from './read-stage-config.ts'

const { values } = readArguments('companies [-- --stage NAME]', { options: { stage: { type: 'string' } } })
const close = await openTable(readStageConfig(values.stage))
try {
  // Imported only now: these modules read the environment.
  const { getCompany } = await import('@balcao/functions/data/company/company.ts')
  const { listCompanyIds } = await import('@balcao/functions/data/company/installation.ts')
  for (const id of await listCompanyIds()) {
    const company = await getCompany(id)
    if (!company) continue
    const state = company.deleting ? 'deleting' : company.status ? 'active' : 'inactive'
    console.log(`${id}  ${state.padEnd('inactive'.length)}  ${company.name}`)
  }
} finally {
  await close()
}
