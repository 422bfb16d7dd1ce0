import { requireVisibleMacro } from '../../../data/actions/macro.ts'
import type { Operations } from '../operations.ts'
import { shownMacro } from './own-macro.ts'

export const getMacro: Operations['macros']['get'] = async ({ companyId, actor }, { params }) =>
  shownMacro(companyId, await requireVisibleMacro(companyId, params.id, actor.userId))
