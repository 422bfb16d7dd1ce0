import { PAYMENT_DETAILS, PAYMENTS } from '../../../data/orders/payment.ts'
import { pageOfRows, requireRow } from '../../../data/table/small-list.ts'
import type { Operations } from '../operations.ts'

export const listPaymentDetails: Operations['paymentDetails']['list'] = async ({ companyId }, { params, query }) => {
  const [{ rows, ...page }] = await Promise.all([
    pageOfRows(companyId, PAYMENT_DETAILS, { ...query, of: params.paymentId }),
    requireRow(companyId, PAYMENTS, params.paymentId),
  ])
  return { ...page, paymentDetails: rows }
}
