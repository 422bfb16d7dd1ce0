import { PAYMENTS, requireTypePayment, showPayment } from '../../../data/orders/payment.ts'
import { rowOperations } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

const { update } = rowOperations(PAYMENTS, 'payments', showPayment)

export const updatePayment: Operations['payments']['update'] = async (ctx, call) => {
  if (call.body.typePaymentId !== undefined) requireTypePayment(call.body.typePaymentId)
  return update(ctx, call)
}
