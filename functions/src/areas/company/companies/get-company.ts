import type { company } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { planOf, requireCompany } from '../../../data/company/company.ts'
import type { HttpContexts } from '../../../http/context.ts'

export const getCompany: Handlers<typeof company, HttpContexts>['companies']['get'] = async (ctx, { params }) => {
  if (params.id !== ctx.companyId) throw new AppError('ERR_NO_COMPANY_FOUND')
  const [own, plan] = await Promise.all([requireCompany(ctx.companyId), planOf(ctx.companyId)])
  return { ...own, plan }
}
