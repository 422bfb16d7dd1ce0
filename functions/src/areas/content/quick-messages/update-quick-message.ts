import { getUser } from '../../../data/team/user.ts'
import { fileAlong } from '../../kept-file.ts'
import type { Operations } from '../operations.ts'
import { assertMayHave, changeAndTell, requireOwn } from './own-quick-message.ts'

/** One that is the company's no more is its maker's again, or the caller's when that user is gone. */
export const updateQuickMessage: Operations['quickMessages']['update'] = async (ctx, { params, body, files }) => {
  const before = await requireOwn(ctx, params.id)
  assertMayHave(body.geral ?? false, ctx)
  const isReturned = before.geral && body.geral === false
  const isOrphan = isReturned && !(await getUser(ctx.companyId, before.userId, true))
  const file = await fileAlong(ctx.companyId, files)
  return changeAndTell(ctx, before, { ...body, ...file, ...(isOrphan ? { userId: ctx.actor.userId } : {}) })
}
