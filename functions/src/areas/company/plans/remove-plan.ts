import * as plans from '../../../data/company/plan.ts'
import type { Operations } from '../operations.ts'

export const removePlan: Operations['plans']['remove'] = async (_, { params }): Promise<undefined> => {
  await plans.removePlan(params.id)
}
