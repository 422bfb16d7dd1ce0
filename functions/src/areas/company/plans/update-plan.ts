import { changePlan } from '../../../data/company/plan.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import type { Operations } from '../operations.ts'

/** Who has it, learns it in their browsers. */
export const updatePlan: Operations['plans']['update'] = async (_, { params, body }) => {
  const plan = await changePlan(params.id, body)
  await enqueueJob({ type: 'tellPlan', planId: plan.id })
  return plan
}
