import { ZONES } from '../../../data/orders/zone.ts'
import { everyRow, pageOfRows } from '../../../data/table/small-list.ts'
import { plainRows } from '../../../http/plain-list.ts'
import type { Operations } from '../operations.ts'

export const listZones: Operations['zones']['list'] = async ({ companyId }, { query }) => {
  const { rows, ...page } = await pageOfRows(companyId, ZONES, query)
  return { ...page, zones: rows }
}

export const listAllZones: Operations['zones']['listAll'] = async (ctx, { query }) =>
  plainRows(ctx, 'zones', await everyRow(ctx.companyId, ZONES), query)
