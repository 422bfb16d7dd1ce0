import { ZONES } from '../../../data/orders/zone.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import type { Operations } from '../operations.ts'

export const getZone: Operations['zones']['get'] = ({ companyId }, { params }) =>
  requireRow(companyId, ZONES, params.id)
