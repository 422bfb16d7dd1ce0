import { paymentOptions } from '../../../data/orders/payment.ts'
import { plainRows } from '../../../http/plain-list.ts'
import type { Operations } from '../operations.ts'

export const listAllPayments: Operations['payments']['listAll'] = async (ctx, { query }) =>
  plainRows(ctx, 'payments', await paymentOptions(ctx.companyId), query)
