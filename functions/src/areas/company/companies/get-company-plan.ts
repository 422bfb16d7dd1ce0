import type { company } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { planOf } from '../../../data/company/company.ts'
import type { HttpContexts } from '../../../http/context.ts'

export const getCompanyPlan: Handlers<typeof company, HttpContexts>['companies']['getPlan'] = async (
  ctx,
  { params },
) => {
  if (params.companyId !== ctx.companyId) throw new AppError('ERR_NO_COMPANY_FOUND')
  return planOf(ctx.companyId)
}
