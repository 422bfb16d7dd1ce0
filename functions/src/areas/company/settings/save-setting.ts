import type { Operations } from '../operations.ts'
import { changeSetting } from './change-setting.ts'

export const saveSetting: Operations['settings']['save'] = (ctx, { body: { key, value } }) =>
  changeSetting(ctx, key, value)
