import { z } from 'zod'
import { route } from '../../contract/route.ts'
import { ErpSystem } from '../../entities/erp.ts'
import { Setting } from '../../entities/setting.ts'

const KeyParams = z.object({ key: z.string().max(60) })

export const settings = {
  list: route({
    method: 'GET',
    path: '/settings',
    summary: 'Every setting of the company',
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
  /** The key of the path counts. */
  update: route({
    method: 'PUT',
    path: '/settings/{key}',
    summary: 'Change one setting; of a secret an empty value takes it away',
    access: 'admin',
    audit: 'setting.update',
    params: KeyParams,
    body: z.object({ value: z.string().max(2000) }),
    response: Setting,
    errors: ['ERR_NO_SETTING_FOUND', 'ERR_OUTGOING_URL'],
  }),
  /** With what is stored. What the system says against it is an answer, not an error of ours. */
  testErp: route({
    method: 'POST',
    path: '/settings/erp/test',
    summary: 'Ask a billing system whether it knows the company by what is set up',
    access: 'admin',
    body: z.object({ system: ErpSystem }),
    response: z.object({ ok: z.boolean(), error: z.string().describe('Why it failed, a code').optional() }),
    errors: ['ERR_ERP_NOT_SET_UP', 'ERR_TOO_MANY_REQUESTS'],
  }),
}
