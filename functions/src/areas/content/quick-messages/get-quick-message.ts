import { requireVisibleQuickMessage } from '../../../data/content/quick-message.ts'
import type { Operations } from '../operations.ts'
import { shown } from './own-quick-message.ts'

export const getQuickMessage: Operations['quickMessages']['get'] = async ({ companyId, actor }, { params }) =>
  shown(await requireVisibleQuickMessage(companyId, params.id, actor.userId))
