// `npm run rebuild-counters -- --company ID` (or `--all`): rebuilds from tickets and orders the day
// counters of the dashboard, and from tickets the rows of the tickets report; with `--all` also the
// plans' lists of companies. Safe while people work.
//
// The target is the local cloud, running or not; TARGET=localstack or TARGET=aws (with credentials
// and AWS_REGION) names another, and STAGE its stage.
import { eachCompany } from './each-company.ts'

await eachCompany('rebuild-counters', async () => {
  const { requireCompany } = await import('@balcao/functions/data/company/company.ts')
  const { rebuildReportRows } = await import('@balcao/functions/data/reports/rebuild-report-rows.ts')
  const { recountPlan } = await import('@balcao/functions/data/company/plan-use.ts')
  const { listPlans } = await import('@balcao/functions/data/company/plan.ts')
  const { recountDays } = await import('@balcao/functions/data/reports/recount-days.ts')
  const { recountOrderDays } = await import('@balcao/functions/data/reports/recount-order-days.ts')
  const byPlan = new Map((await listPlans()).map(({ id }) => [id, [] as string[]]))
  return {
    async work(id) {
      byPlan.get((await requireCompany(id)).planId)?.push(id)
      const corrected = (await recountDays(id)) + (await recountOrderDays(id))
      const reported = await rebuildReportRows(id)
      const figures = corrected === 0 ? 'right' : `corrected in ${corrected} rows`
      return `figures ${figures}, ${reported} tickets in the report`
    },
    async finish(all) {
      if (all) for (const [planId, companyIds] of byPlan) await recountPlan(planId, companyIds)
    },
  }
})
