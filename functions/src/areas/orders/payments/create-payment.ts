import { PAYMENTS, requireTypePayment, showPayment } from '../../../data/orders/payment.ts'
import { createListed } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

export const createPayment: Operations['payments']['create'] = async ({ companyId, actor }, { body }) => {
  requireTypePayment(body.typePaymentId)
  return createListed(companyId, PAYMENTS, { ...body, userId: actor.userId }, showPayment)
}
