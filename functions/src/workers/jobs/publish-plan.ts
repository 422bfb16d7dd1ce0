import { companiesOfPlan } from '../../data/company/plan-use.ts'
import { inParts } from '../../in-parts.ts'
import { enqueueJob } from '../../messaging/enqueue.ts'
import { publishOwnPlan } from '../../messaging/publish-own-plan.ts'

/** Companies updated by one message, and how many of them at once. */
const A_MESSAGE = 200
const MAX_CONCURRENT = 10

/**
 * Publishes a changed plan to every company that has it, so that menus follow at once. Publishing
 * twice does no harm.
 */
export async function publishPlan({ planId, after }: { planId: string; after?: string | undefined }): Promise<void> {
  const companyIds = await companiesOfPlan(planId, A_MESSAGE, after)
  await inParts(companyIds, MAX_CONCURRENT, publishOwnPlan)
  const last = companyIds.at(-1)
  if (last && companyIds.length === A_MESSAGE) await enqueueJob({ type: 'tellPlan', planId, after: last })
}
