import { STORES } from '../../../data/catalog/store.ts'
import { shownRatesOf } from '../../../data/orders/rate.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import type { Operations } from '../operations.ts'
import { pageOfRates } from './page-of-rates.ts'

export const listRatesOfStore: Operations['rates']['ofStore'] = async ({ companyId }, { params, query }) => {
  const store = await requireRow(companyId, STORES, params.storeId)
  return pageOfRates(companyId, `rate|${store.id}`, await shownRatesOf(companyId, store), query)
}
