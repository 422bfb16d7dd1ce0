import { removeNotice } from '../../../data/company/payment-notice.ts'
import { publishEverywhere } from '../../../realtime/publish-everywhere.ts'
import type { Operations } from '../operations.ts'

export const removePaymentNotice: Operations['paymentNotices']['remove'] = async (_, { params }) => {
  await removeNotice(params.id)
  await publishEverywhere('paymentNotice', { action: 'delete' })
}
