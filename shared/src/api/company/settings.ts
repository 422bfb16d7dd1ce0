import { z } from 'zod'
import { route } from '../../api-contract/route.ts'
import { TEMPLATE_REFUSALS } from '../../api-contract/template-refusals.ts'
import { ErpSystem } from '../../entities/erp.ts'
import { Setting } from '../../entities/setting.ts'

const Key = z.string().max(60)
const KeyParams = z.object({ key: Key })
const SettingValue = z.string().max(4096)
const CHANGE_ERRORS = [
  'ERR_NO_SETTING_FOUND',
  'ERR_SETTING_READ_ONLY',
  'ERR_OUTGOING_URL',
  ...TEMPLATE_REFUSALS,
] as const

export const settings = {
  list: route({
    method: 'GET',
    path: '/settings',
    summary: 'Every setting of the company, with `campaignsEnabled`, which follows from its plan',
    access: 'user',
    response: z.array(Setting),
  }),
  get: route({
    method: 'GET',
    path: '/settings/{key}',
    summary: 'One setting',
    access: 'user',
    params: KeyParams,
    response: Setting,
    errors: ['ERR_NO_SETTING_FOUND'],
  }),
  /** Saves a setting; the key of the path counts, not one in the body. */
  update: route({
    method: 'PUT',
    path: '/settings/{key}',
    summary: 'Change one setting; of a secret an empty value takes it away',
    access: 'admin',
    audit: 'setting.update',
    params: KeyParams,
    body: z.object({ value: SettingValue }),
    response: Setting,
    errors: CHANGE_ERRORS,
  }),
  /** Saves a setting whose key is in the body (decision 0023). */
  save: route({
    method: 'PUT',
    path: '/settings',
    summary: 'Change one setting, named in the body',
    access: 'admin',
    audit: 'setting.update',
    body: z.object({ key: Key, value: SettingValue }),
    response: Setting,
    errors: CHANGE_ERRORS,
    aliases: [{ method: 'POST', path: '/settings' }],
  }),
  /**
   * Tests with the stored settings. A complaint of the billing system is an answer, not an error of
   * this call.
   */
  testErp: route({
    method: 'POST',
    path: '/settings/erp/test',
    summary: 'Ask a billing system whether it knows the company by what is set up',
    access: 'admin',
    body: z.object({ system: ErpSystem }),
    response: z.object({ ok: z.boolean(), error: z.string().describe('Error code of a failure').optional() }),
    errors: ['ERR_ERP_NOT_SET_UP', 'ERR_TOO_MANY_REQUESTS'],
  }),
}
