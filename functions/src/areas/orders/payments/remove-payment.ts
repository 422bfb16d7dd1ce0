import { PAYMENT_DETAILS, PAYMENTS } from '../../../data/orders/payment.ts'
import { deleteRowsOf } from '../../../data/table/small-list.ts'
import { rowOperations } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

const { remove } = rowOperations(PAYMENTS, 'payments')

/** Its instalment rules go behind it; a call that was interrupted there ends it when it is repeated. */
export const removePayment: Operations['payments']['remove'] = async (ctx, call) => {
  await remove(ctx, call)
  await deleteRowsOf(ctx.companyId, PAYMENT_DETAILS, call.params.id)
}
