import { anySoldIn, removeProductStore } from '../../../data/catalog/product-store.ts'
import { STORES } from '../../../data/catalog/store.ts'
import { RATES } from '../../../data/orders/rate.ts'
import { deleteRowsOf, getRow } from '../../../data/table/small-list.ts'
import { inParts } from '../../../in-parts.ts'
import type { Work } from '../run-step.ts'

/** Products of a step, and of those at once. */
const STEP = 500
const MAX_CONCURRENT = 10

/** Removes the products and delivery zones of a deleted store. */
export const storeRemoval: Work<'storeRemoval'> = {
  async step({ companyId, state }) {
    const { storeId } = state
    // Never removes those of an existing store.
    if (await getRow(companyId, STORES, storeId, true)) return { file: null }
    const ids = await anySoldIn(companyId, storeId, STEP)
    await inParts(ids, MAX_CONCURRENT, id => removeProductStore(companyId, storeId, id))
    if (ids.length === STEP) return { next: state }
    await deleteRowsOf(companyId, RATES, storeId)
    return { file: null }
  },
}
