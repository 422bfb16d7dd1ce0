import * as plans from '../../../data/company/plan.ts'
import type { Operations } from '../operations.ts'

export const createPlan: Operations['plans']['create'] = (_, { body }) => plans.createPlan(body)
