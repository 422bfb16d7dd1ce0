import { ZONE_DETAILS } from '../../../data/orders/zone.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import type { Operations } from '../operations.ts'

export const getZoneDetail: Operations['zoneDetails']['get'] = ({ companyId }, { params }) =>
  requireRow(companyId, ZONE_DETAILS, params.id)
