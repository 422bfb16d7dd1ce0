import { z } from 'zod'
import { route } from '../../contract/route.ts'
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
    summary: 'Change one setting',
    access: 'admin',
    params: KeyParams,
    body: z.object({ value: z.string().max(2000) }),
    response: Setting,
    errors: ['ERR_NO_SETTING_FOUND'],
  }),
}
