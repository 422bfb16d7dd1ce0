import { PAYMENT_DETAILS, PAYMENTS } from '../../../data/orders/payment.ts'
import { deleteRowsOf } from '../../../data/table/small-list.ts'
import { rowOperations } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

const { remove } = rowOperations(PAYMENTS, 'payments')

/**
 * Deletes a payment, then its instalment rules; if the call is cut off there, a repeated call
 * finishes it.
 */
export const removePayment: Operations['payments']['remove'] = async (ctx, call) => {
  await remove(ctx, call)
  await deleteRowsOf(ctx.companyId, PAYMENT_DETAILS, call.params.id)
}
