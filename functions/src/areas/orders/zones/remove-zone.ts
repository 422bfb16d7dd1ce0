import { deleteZoneDetails, ZONES } from '../../../data/orders/zone.ts'
import { removeListed } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

/** Its places go behind it; a call that was interrupted there ends it when it is repeated. */
export const removeZone: Operations['zones']['remove'] = async ({ companyId }, { params: { id } }) => {
  await removeListed(companyId, ZONES, id)
  await deleteZoneDetails(companyId, id)
}
