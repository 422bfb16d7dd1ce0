import type { company } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { companySettings } from '../../../data/company/company-settings.ts'
import type { HttpContexts } from '../../../http/context.ts'

export const listSettings: Handlers<typeof company, HttpContexts>['settings']['list'] = ({ companyId }) =>
  companySettings(companyId)
