import { requireTypePayment } from '../../../data/orders/payment.ts'
import type { Operations } from '../operations.ts'

export const getTypePayment: Operations['typePayments']['get'] = async (_, { params }) => requireTypePayment(params.id)
