import type { company } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { endFirstSteps } from '../../../data/company/company.ts'
import type { HttpContexts } from '../../../http/context.ts'

export const dismissFirstSteps: Handlers<typeof company, HttpContexts>['firstSteps']['dismiss'] = async (
  { companyId },
  { params },
) => {
  if (params.id !== companyId) throw new AppError('ERR_NO_COMPANY_FOUND')
  await endFirstSteps(companyId)
}
