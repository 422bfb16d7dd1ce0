import type { company } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { requirePlan } from '../../../data/company/plan.ts'
import type { HttpContexts } from '../../../http/context.ts'

export const getPlan: Handlers<typeof company, HttpContexts>['plans']['get'] = (_, { params }) => requirePlan(params.id)
