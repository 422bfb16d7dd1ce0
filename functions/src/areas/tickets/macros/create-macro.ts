import { requireActions } from '../../../actions/action-names.ts'
import { MACROS, type MacroRow } from '../../../data/actions/macro.ts'
import { createRow, newRow } from '../../../data/table/small-list.ts'
import { userExists } from '../../../data/team/user.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { assertMayShare, audienceOf, shownMacro } from './own-macro.ts'

export const createMacro: Operations['macros']['create'] = async (ctx, { body }) => {
  const { companyId, actor } = ctx
  assertMayShare(body.shared, ctx)
  await requireActions(ctx, body.actions, body.shared)
  const row = await createRow(companyId, MACROS, newRow<MacroRow>({ ...body, userId: actor.userId }), {
    writes: [userExists(companyId, actor.userId)],
    refusals: { user: 'ERR_UNAUTHORIZED' },
  })
  const answer = await shownMacro(companyId, row)
  await publishRow(companyId, 'macro', 'create', answer, audienceOf(row))
  return answer
}
