import { RATES, showRate } from '../../../data/orders/rate.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import type { Operations } from '../operations.ts'

export const getRate: Operations['rates']['get'] = async ({ companyId }, { params }) =>
  showRate(companyId, await requireRow(companyId, RATES, params.id))
