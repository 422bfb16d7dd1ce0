import { requireVisibleQuickMessage } from '../../../data/content/quick-message.ts'
import { callerOf } from '../../tickets/caller.ts'
import type { Operations } from '../operations.ts'
import { shown } from './own-quick-message.ts'

export const getQuickMessage: Operations['quickMessages']['get'] = async (ctx, { params }) =>
  shown(await requireVisibleQuickMessage(ctx.companyId, params.id, (await callerOf(ctx)).viewer))
