import type { Operations } from '../operations.ts'
import { changeAndTell } from './change-and-tell.ts'

export const updateProduct: Operations['products']['update'] = (ctx, { params: { id }, body }) =>
  changeAndTell(ctx, id, body)
