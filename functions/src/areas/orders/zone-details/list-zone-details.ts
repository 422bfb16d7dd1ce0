import { ZONE_DETAILS, ZONES } from '../../../data/orders/zone.ts'
import { pageOfRows, requireRow } from '../../../data/table/small-list.ts'
import type { Operations } from '../operations.ts'

export const listZoneDetails: Operations['zoneDetails']['list'] = async ({ companyId }, { params, query }) => {
  const [{ rows, ...page }] = await Promise.all([
    pageOfRows(companyId, ZONE_DETAILS, { ...query, of: params.zoneId }),
    requireRow(companyId, ZONES, params.zoneId),
  ])
  return { ...page, zoneDetails: rows }
}
