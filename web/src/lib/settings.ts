import { DEFAULT_SETTINGS, type SettingKey } from '@balcao/shared/entities/setting.ts'
import { currentUser, useUser } from './session.ts'

function settingOf(list: readonly { key: string; value: string }[] | undefined, key: SettingKey) {
  return list?.find(setting => setting.key === key)?.value ?? DEFAULT_SETTINGS[key]
}

/** Returns a setting of the signed-in user's company. */
export function useSetting(key: SettingKey) {
  return settingOf(useUser().company.settings, key)
}

/** Returns the company's time zone; every time on screen is in it. */
export function companyZone() {
  return settingOf(currentUser()?.company.settings, 'timezone')
}
