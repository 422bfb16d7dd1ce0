import { ZONES } from '../../../data/orders/zone.ts'
import { updateListed } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

export const updateZone: Operations['zones']['update'] = ({ companyId }, { params, body }) =>
  updateListed(companyId, ZONES, params.id, body)
