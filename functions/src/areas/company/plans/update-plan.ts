import { changePlan } from '../../../data/company/plan.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import type { Operations } from '../operations.ts'

/** Updates a plan and publishes it to the browsers of the companies that have it. */
export const updatePlan: Operations['plans']['update'] = async (_, { params, body }) => {
  const plan = await changePlan(params.id, body)
  await enqueueJob({ type: 'tellPlan', planId: plan.id })
  return plan
}
