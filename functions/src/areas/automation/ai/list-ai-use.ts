import { aiPrices } from '../../../data/automation/ai-price.ts'
import { aiUseOf } from '../../../data/automation/ai-use.ts'
import { dayRangeOf } from '../../reports/day-range.ts'
import type { Operations } from '../operations.ts'

export const listAiUse: Operations['aiUse']['days'] = async ({ companyId }, { query }) => {
  const { first, last } = dayRangeOf(query.dateFrom, query.dateTo, ['dateFrom', 'dateTo'])
  const [days, { currency }] = await Promise.all([aiUseOf(companyId, first, last), aiPrices()])
  return { currency, days }
}
