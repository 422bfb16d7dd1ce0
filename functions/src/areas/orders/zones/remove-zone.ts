import { ZONE_DETAILS, ZONES } from '../../../data/orders/zone.ts'
import { deleteRowsOf } from '../../../data/table/small-list.ts'
import { rowOperations } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

const { remove } = rowOperations(ZONES, 'zones')

/** Deletes a zone, then its places; if the call is cut off there, a repeated call finishes it. */
export const removeZone: Operations['zones']['remove'] = async (ctx, call) => {
  await remove(ctx, call)
  await deleteRowsOf(ctx.companyId, ZONE_DETAILS, call.params.id)
}
