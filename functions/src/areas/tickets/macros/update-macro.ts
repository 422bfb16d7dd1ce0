import { requireActions } from '../../../actions/action-names.ts'
import { MACROS } from '../../../data/actions/macro.ts'
import { changeRow } from '../../../data/table/small-list.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { assertMayShare, audienceOf, requireOwnMacro, shownMacro } from './own-macro.ts'

/** Updates a macro. One that is no longer for all belongs to whoever withdrew it. */
export const updateMacro: Operations['macros']['update'] = async (ctx, { params, body }) => {
  const { companyId, actor } = ctx
  const before = await requireOwnMacro(ctx, params.id)
  const shared = body.shared ?? before.shared
  assertMayShare(shared, ctx)
  if (body.actions || shared !== before.shared) await requireActions(ctx, body.actions ?? before.actions, shared)
  const changes = { ...body, ...(before.shared && !shared ? { userId: actor.userId } : {}) }
  const row = await changeRow(companyId, MACROS, before, changes)
  const answer = await shownMacro(companyId, row)
  await publishRow(companyId, 'macro', 'update', answer, audienceOf(row, before.shared || row.shared))
  return answer
}
