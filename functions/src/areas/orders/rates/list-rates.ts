import { everyRate } from '../../../data/orders/rate.ts'
import type { Operations } from '../operations.ts'
import { pageOfRates } from './page-of-rates.ts'

export const listRates: Operations['rates']['list'] = async ({ companyId }, { query }) => {
  const { method, rates } = await everyRate(companyId)
  return pageOfRates(companyId, `rate|${method}`, rates, query)
}
