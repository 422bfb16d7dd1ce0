import { everyRate } from '../../../data/orders/rate.ts'
import { plainRows } from '../../../http/plain-list.ts'
import type { Operations } from '../operations.ts'

export const listAllRates: Operations['rates']['listAll'] = async (ctx, { query }) => {
  const { method, rates } = await everyRate(ctx.companyId)
  return plainRows(ctx, `rates|${method}`, rates, query)
}
