import { DEFAULT_SETTINGS, isSettingKey, type SettingKey, type Settings } from '@balcao/shared/entities/setting.ts'
import { Entity } from 'electrodb'
import { documentClient, tableName } from '../table/client.ts'
import { index, model } from '../table/entity.ts'
import { remember } from '../table/remember.ts'

/** One row per setting that was ever changed; the others have their defaults. */
const SettingEntity = new Entity({
  model: model('setting'),
  attributes: {
    companyId: { type: 'string', required: true },
    key: { type: 'string', required: true },
    value: { type: 'string', required: true },
  },
  indexes: {
    byKey: index(
      'main',
      { composite: ['companyId'], template: '${companyId}#company' },
      { composite: ['key'], template: 'setting#${key}' },
    ),
  },
})

const options = () => ({ client: documentClient(), table: tableName() })

const cached = remember<Settings>(3000)

/** Every setting of the company, defaults included; at most three seconds old. */
export const getSettings = (companyId: string): Promise<Settings> =>
  cached.get(companyId, () => readSettings(companyId))

/** Every setting of the company as it is now. */
export async function readSettings(companyId: string): Promise<Settings> {
  const { data } = await SettingEntity.query.byKey({ companyId }).go({ ...options(), pages: 'all', consistent: true })
  const settings = { ...DEFAULT_SETTINGS }
  for (const { key, value } of data) if (isSettingKey(key)) settings[key] = value
  return settings
}

/** The value has been checked against SETTINGS. */
export async function saveSetting(companyId: string, key: SettingKey, value: string): Promise<void> {
  await SettingEntity.put({ companyId, key, value }).go(options())
  cached.forget(companyId)
}
