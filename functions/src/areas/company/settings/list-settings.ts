import type { company } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/contract/handlers.ts'
import { SETTING_KEYS } from '@balcao/shared/entities/setting.ts'
import { readSettings } from '../../../data/company/setting.ts'
import type { HttpContexts } from '../../../http/context.ts'

export const listSettings: Handlers<typeof company, HttpContexts>['settings']['list'] = async ({ companyId }) => {
  const settings = await readSettings(companyId)
  return SETTING_KEYS.map(key => ({ key, value: settings[key] }))
}
