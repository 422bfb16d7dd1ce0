import { pixKey } from '@balcao/shared/rules/sales/pix-key.ts'
import { STORES } from '../../../data/catalog/store.ts'
import { rowOperations } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

const { update } = rowOperations(STORES, 'stores')

export const updateStore: Operations['stores']['update'] = async (ctx, { params, body }) =>
  update(ctx, { params, body: body.keyPix === undefined ? body : { ...body, keyPix: pixKey(body.keyPix) } })
