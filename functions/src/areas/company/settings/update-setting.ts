import type { Operations } from '../operations.ts'
import { changeSetting } from './change-setting.ts'

export const updateSetting: Operations['settings']['update'] = (ctx, { params: { key }, body: { value } }) =>
  changeSetting(ctx, key, value)
