import { createQuickMessage as create } from '../../../data/content/quick-message.ts'
import { requireQueues } from '../../../data/team/queue.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import { fileAlong } from '../../kept-file.ts'
import type { Operations } from '../operations.ts'
import { assertMayHave, audienceOf, shown } from './own-quick-message.ts'

export const createQuickMessage: Operations['quickMessages']['create'] = async (ctx, { body, files }) => {
  assertMayHave(body.geral, ctx)
  await requireQueues(ctx.companyId, body.queueIds)
  const file = await fileAlong(ctx.companyId, files)
  const row = await create(ctx.companyId, { ...body, userId: ctx.actor.userId, media: null, ...file })
  const answer = await shown(row)
  await publishRow(ctx.companyId, 'quickMessage', 'create', answer, audienceOf(row))
  return answer
}
