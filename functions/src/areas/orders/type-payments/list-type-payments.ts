import { TYPE_PAYMENTS } from '@balcao/shared/rules/sales/type-payments.ts'
import { plainRows } from '../../../http/plain-list.ts'
import type { Operations } from '../operations.ts'

export const listTypePayments: Operations['typePayments']['listAll'] = (ctx, { query }) =>
  plainRows(ctx, 'typePayments', TYPE_PAYMENTS, query)
