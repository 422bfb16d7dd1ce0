import { DEFAULT_SETTINGS, type SettingKey } from '@balcao/shared/entities/setting.ts'
import { currentUser, useUser } from './session.ts'

function settingOf(list: readonly { key: string; value: string }[] | undefined, key: SettingKey) {
  return list?.find(setting => setting.key === key)?.value ?? DEFAULT_SETTINGS[key]
}

/** A setting of the signed-in user's company. */
export function useSetting(key: SettingKey) {
  return settingOf(useUser().company.settings, key)
}

/** The company's time zone; every time a person reads is in it. */
export function companyZone() {
  return settingOf(currentUser()?.company.settings, 'timezone')
}
