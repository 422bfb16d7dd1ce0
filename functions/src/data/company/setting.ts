import {
  DEFAULT_SETTINGS,
  isSecretKey,
  isSettingKey,
  SETTING_KEYS,
  type SecretKey,
  type Setting,
  type SettingKey,
  type Settings,
} from '@balcao/shared/entities/setting.ts'
import { z } from 'zod'
import { sealOptional, unsealOptional } from '../../integrations/sealed.ts'
import { readAll } from '../table/batch-items.ts'
import { tableName } from '../table/client.ts'
import { defineRow } from '../table/define-row.ts'
import { cacheFor } from '../table/short-cache.ts'
import { putOne } from '../table/single-write.ts'
import { bumpConfigurationVersion, configurationVersion } from './configuration-version.ts'

/** One row per setting that was ever changed; the others have their defaults. */
const SETTINGS_ROWS = defineRow({
  kind: 'setting',
  key: { pk: '${companyId}#company', sk: 'setting#${key}' },
  content: z.object({ companyId: z.string(), key: z.string(), value: z.string() }),
})

const cached = cacheFor<Settings>(3000)

/**
 * Returns every setting of the company, including defaults, with secret ones empty, as they
 * currently are for every process (except within `withConfigurationVersion`).
 */
export async function getSettings(companyId: string): Promise<Settings> {
  const version = await configurationVersion(companyId)
  return cached.get(`${companyId}#${version}`, () => readSettings(companyId))
}

/** Returns the stored values by key, secrets sealed. */
async function storedSettings(companyId: string): Promise<Map<SettingKey, string>> {
  const rows = await SETTINGS_ROWS.every(SETTINGS_ROWS.query({ companyId }), { consistent: true })
  return new Map(rows.flatMap(({ key, value }) => (isSettingKey(key) ? [[key, value] as const] : [])))
}

/** Reads every current setting of the company, with secret ones empty. */
export async function readSettings(companyId: string): Promise<Settings> {
  const settings = { ...DEFAULT_SETTINGS }
  for (const [key, value] of await storedSettings(companyId)) if (!isSecretKey(key)) settings[key] = value
  return settings
}

/** Companies that hide numbers, per process: each call and event of theirs asks. */
const hidden = cacheFor<boolean>(3000)

/**
 * Returns whether a company hides its contacts' numbers. A change may
 * take three seconds to be seen.
 */
export const doesHideNumbers = (companyId: string): Promise<boolean> =>
  hidden.get(companyId, async () => {
    const row = await SETTINGS_ROWS.get({ companyId, key: 'hideNumbers' }, { consistent: true })
    return row?.value === 'enabled'
  })

/** Returns the time zones of companies by id. Costs half a read unit each. */
export async function timezonesOf(companyIds: readonly string[]): Promise<Map<string, string>> {
  const found = new Map(companyIds.map(id => [id, DEFAULT_SETTINGS.timezone]))
  const keyOf = (companyId: string) => SETTINGS_ROWS.key({ companyId, key: 'timezone' })
  for (let i = 0; i < companyIds.length; i += MAX_KEYS) {
    const Keys = companyIds.slice(i, i + MAX_KEYS).map(keyOf)
    for (const { companyId, value } of await readAll<{ companyId: string; value: string }>({ [tableName()]: { Keys } }))
      found.set(companyId, value)
  }
  return found
}

/** Maximum number of keys in DynamoDB's batch read. */
const MAX_KEYS = 100

/** Returns a setting in wire form; of a secret only whether it is set. */
export const showSetting = (key: SettingKey, value: string): Setting =>
  isSecretKey(key) ? { key, value: '', hasValue: value !== '' } : { key, value }

/** Returns every setting of the company in wire form. */
export async function shownSettings(companyId: string): Promise<Setting[]> {
  const stored = await storedSettings(companyId)
  return SETTING_KEYS.map(key => showSetting(key, stored.get(key) ?? DEFAULT_SETTINGS[key]))
}

/**
 * Reads the current settings with their secrets, to call the systems they are for. A secret that
 * can no longer be opened is empty.
 */
export async function openSettings(companyId: string): Promise<Settings> {
  const settings = { ...DEFAULT_SETTINGS }
  for (const [key, value] of await storedSettings(companyId))
    settings[key] = isSecretKey(key) ? (unsealOptional(companyId, placeOf(key), value) ?? '') : value
  return settings
}

/** Returns whether a setting that is empty by default has a value. */
export async function hasSetting(companyId: string, key: SettingKey): Promise<boolean> {
  const row = await SETTINGS_ROWS.get({ companyId, key }, { consistent: true })
  return row !== undefined && row.value !== ''
}

/** Returns the name under which a setting is sealed, or undefined if it is no secret. */
export const placeOfSetting = (key: string): string | undefined =>
  isSettingKey(key) && isSecretKey(key) ? placeOf(key) : undefined

const placeOf = (key: SecretKey): string => `setting.${key}`

/**
 * Saves a setting. The value must be validated against SETTINGS already; a secret is sealed here.
 */
export async function saveSetting(companyId: string, key: SettingKey, value: string): Promise<void> {
  const kept = isSecretKey(key) ? sealOptional(companyId, placeOf(key), value) : value
  await putOne(SETTINGS_ROWS.put({ companyId, key, value: kept }))
  hidden.forget(companyId)
  await bumpConfigurationVersion(companyId)
}
