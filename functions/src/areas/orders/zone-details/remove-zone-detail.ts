import { ZONE_DETAILS } from '../../../data/orders/zone.ts'
import { removeListed } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

export const removeZoneDetail: Operations['zoneDetails']['remove'] = async ({ companyId }, { params }) => {
  await removeListed(companyId, ZONE_DETAILS, params.id)
}
