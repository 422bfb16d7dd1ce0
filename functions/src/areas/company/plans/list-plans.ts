import type { company } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { SYSTEM } from '@balcao/shared/table.ts'
import * as plans from '../../../data/company/plan.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { plainRows } from '../../../http/plain-list.ts'

export const listPlans: Handlers<typeof company, HttpContexts>['plans']['list'] = async (ctx, { query }) =>
  plainRows({ goesOn: ctx.goesOn, companyId: SYSTEM }, 'plans', await plans.listPlans(), query)
