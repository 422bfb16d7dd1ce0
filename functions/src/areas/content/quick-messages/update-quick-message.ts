import { requireQueues } from '../../../data/team/queue.ts'
import { getUser } from '../../../data/team/user.ts'
import { fileAlong } from '../../kept-file.ts'
import type { Operations } from '../operations.ts'
import { assertMayHave, changeAndPublish, requireOwn } from './own-quick-message.ts'

/**
 * Updates a quick message. One that is no longer the company's belongs to its author again, or to
 * the caller when that user was deleted.
 */
export const updateQuickMessage: Operations['quickMessages']['update'] = async (ctx, { params, body, files }) => {
  const before = await requireOwn(ctx, params.id)
  assertMayHave(body.geral ?? false, ctx)
  // A quick message outlives its queues.
  const added = body.queueIds?.filter(id => !before.queueIds.includes(id))
  await requireQueues(ctx.companyId, added ?? [])
  const isReturned = before.geral && body.geral === false
  const isOrphan = isReturned && !(await getUser(ctx.companyId, before.userId, true))
  const file = await fileAlong(ctx.companyId, files)
  return changeAndPublish(ctx, before, { ...body, ...file, ...(isOrphan ? { userId: ctx.actor.userId } : {}) })
}
