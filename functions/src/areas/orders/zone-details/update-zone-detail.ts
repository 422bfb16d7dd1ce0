import { ZONE_DETAILS } from '../../../data/orders/zone.ts'
import { updateListed } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

export const updateZoneDetail: Operations['zoneDetails']['update'] = ({ companyId }, { params, body }) =>
  updateListed(companyId, ZONE_DETAILS, params.id, body)
