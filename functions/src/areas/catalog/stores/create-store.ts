import { pixKey } from '@balcao/shared/rules/sales/pix-key.ts'
import { STORES } from '../../../data/catalog/store.ts'
import { createListed } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

export const createStore: Operations['stores']['create'] = async ({ companyId, actor }, { body }) => {
  const fields = { ...body, keyPix: pixKey(body.keyPix), userId: actor.userId }
  return createListed(companyId, STORES, fields)
}
