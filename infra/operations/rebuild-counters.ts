// `npm run rebuild-counters -- --company ID` (or `--all`): rebuilds from the tickets the day
// counters of the dashboard and the rows of the tickets report; with `--all` also the plans' lists
// of companies. Safe while people work.
//
// The target is the local cloud, running or not; TARGET=localstack or TARGET=aws (with credentials
// and AWS_REGION) names another, and STAGE its stage.
import { readConfig } from '../local/config.ts'
import { openTable } from './open-table.ts'
import { endWithUsage, readArguments } from './read-arguments.ts'

const USAGE = 'rebuild-counters -- --company ID | --all'
const { values } = readArguments(USAGE, {
  options: { company: { type: 'string' }, all: { type: 'boolean', default: false } },
})
if (values.all === (values.company !== undefined)) endWithUsage(USAGE)

const close = await openTable(readConfig())
// Imported only now: these modules read the environment.
const { listCompanyIds } = await import('@balcao/functions/data/company/installation.ts')
const { getCompany } = await import('@balcao/functions/data/company/company.ts')
const { rebuildReportRows } = await import('@balcao/functions/data/reports/rebuild-report-rows.ts')
const { recountPlan } = await import('@balcao/functions/data/company/plan-use.ts')
const { listPlans } = await import('@balcao/functions/data/company/plan.ts')
const { recountDays } = await import('@balcao/functions/data/reports/recount-days.ts')
try {
  const ids = values.company ? [values.company] : await listCompanyIds()
  const byPlan = new Map((await listPlans()).map(({ id }) => [id, [] as string[]]))
  for (const id of ids) {
    const company = await getCompany(id)
    if (!company) {
      console.error(`there is no company ${id}`)
      process.exitCode = 1
      continue
    }
    byPlan.get(company.planId)?.push(id)
    const corrected = await recountDays(id)
    const reported = await rebuildReportRows(id)
    console.log(
      `${id}  figures ${corrected === 0 ? 'right' : `corrected in ${corrected} rows`}, ${reported} tickets in the report`,
    )
  }
  if (values.all) for (const [planId, companyIds] of byPlan) await recountPlan(planId, companyIds)
} finally {
  await close()
}
