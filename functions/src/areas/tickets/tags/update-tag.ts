import { changeTag, requireTag, type TagFields } from '../../../data/tickets/tag.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { publish } from '../../../realtime/publish.ts'
import type { Operations } from '../operations.ts'
import { requireTagRight } from './require-tag-right.ts'

export const updateTag: Operations['tags']['update'] = async ({ companyId, actor }, { params, body }) => {
  const before = await requireTag(companyId, params.id)
  requireTagRight(actor, before, { kanban: body.kanban ?? 0 })
  const fields = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined),
  ) as Partial<TagFields>
  const tag = await changeTag(companyId, before, fields)
  // Tickets carry the name and colour their rows show.
  if (tag.name !== before.name || tag.color !== before.color)
    await enqueueJob({ type: 'rename', companyId, entity: 'tag', id: tag.id })
  await publish(companyId, 'tag', { action: 'update', tag })
  return tag
}
