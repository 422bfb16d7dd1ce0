import { ZONE_DETAILS, ZONES } from '../../../data/orders/zone.ts'
import { deleteRowsOf } from '../../../data/table/small-list.ts'
import { rowOperations } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

const { remove } = rowOperations(ZONES, 'zones')

/** Its places go behind it; a call that was interrupted there ends it when it is repeated. */
export const removeZone: Operations['zones']['remove'] = async (ctx, call) => {
  await remove(ctx, call)
  await deleteRowsOf(ctx.companyId, ZONE_DETAILS, call.params.id)
}
