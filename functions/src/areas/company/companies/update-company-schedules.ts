import type { company } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { changeCompany, planOf } from '../../../data/company/company.ts'
import type { HttpContexts } from '../../../http/context.ts'

export const updateCompanySchedules: Handlers<typeof company, HttpContexts>['companies']['updateSchedules'] = async (
  ctx,
  { params, body },
) => {
  if (params.id !== ctx.companyId) throw new AppError('ERR_NO_COMPANY_FOUND')
  const changed = await changeCompany(ctx.companyId, { schedules: body.schedules })
  return { ...changed, plan: await planOf(ctx.companyId) }
}
