import { pageOfNotices } from '../../../data/company/payment-notice.ts'
import type { Operations } from '../operations.ts'

export const listPaymentNotices: Operations['paymentNotices']['list'] = async (_, { query }) => {
  const { rows, hasMore, nextCursor } = await pageOfNotices(query)
  return { paymentNotices: rows, hasMore, nextCursor }
}
