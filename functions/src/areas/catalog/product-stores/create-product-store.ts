import { mayDo } from '@balcao/shared/access.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { addProductStore, changeProductStore, getProductStore } from '../../../data/catalog/product-store.ts'
import { STORES } from '../../../data/catalog/store.ts'
import { toWireProductStore } from '../../../data/catalog/wire.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { untilWritten } from '../../../data/table/transact.ts'
import { tellRow } from '../../../messaging/tell-row.ts'
import type { Operations } from '../operations.ts'

/** Everybody may change a price there is; that a store sells something is for who has the permission (3-sales §6). */
export const createProductStore: Operations['productStores']['create'] = async ({ companyId, actor }, { body }) => {
  const { storeId, productId, stockBefore, ...pricing } = body
  const store = await requireRow(companyId, STORES, storeId, true)
  const { action, row } = await untilWritten(async () => {
    const before = await getProductStore(companyId, storeId, productId, true)
    if (before) return { action: 'update' as const, row: await changeProductStore(before, pricing, stockBefore) }
    if (!mayDo('user-modal:editProfile', actor)) throw new AppError('ERR_NO_PERMISSION')
    return { action: 'create' as const, row: await addProductStore(companyId, storeId, productId, pricing) }
  })
  const shown = toWireProductStore(row, store)
  await tellRow(companyId, 'productStore', action, shown)
  return shown
}
