import { createPaymentDetail as create } from '../../../data/orders/payment.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'

export const createPaymentDetail: Operations['paymentDetails']['create'] = async ({ companyId }, { body }) => {
  const detail = await create(companyId, body)
  await publishRow(companyId, 'paymentDetail', 'create', detail)
  return detail
}
