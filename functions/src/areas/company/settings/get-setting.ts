import type { company } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { CAMPAIGNS_SETTING, isSettingKey } from '@balcao/shared/entities/setting.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { campaignsSetting } from '../../../data/company/company-settings.ts'
import { shownSettings } from '../../../data/company/setting.ts'
import type { HttpContexts } from '../../../http/context.ts'

export const getSetting: Handlers<typeof company, HttpContexts>['settings']['get'] = async (ctx, { params }) => {
  if (params.key === CAMPAIGNS_SETTING) return campaignsSetting(ctx.companyId)
  if (!isSettingKey(params.key)) throw new AppError('ERR_NO_SETTING_FOUND')
  const settings = await shownSettings(ctx.companyId)
  return settings.find(({ key }) => key === params.key)!
}
