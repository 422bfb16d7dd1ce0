import type { company } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/contract/handlers.ts'
import * as plans from '../../../data/plan.ts'
import type { HttpContexts } from '../../../http/context.ts'

export const listPlans: Handlers<typeof company, HttpContexts>['plans']['list'] = () => plans.listPlans()
