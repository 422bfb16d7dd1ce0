import { changeTag, requireTag } from '../../../data/tickets/tag.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { tellRow } from '../../small-list.ts'
import type { Operations } from '../operations.ts'
import { requireTagRight } from './require-tag-right.ts'

export const updateTag: Operations['tags']['update'] = async ({ companyId, actor }, { params, body }) => {
  const before = await requireTag(companyId, params.id, true)
  requireTagRight(actor, before, { kanban: body.kanban ?? 0 })
  const tag = await changeTag(companyId, before, body)
  // Tickets carry the name and colour their rows show.
  if (tag.name !== before.name || tag.color !== before.color)
    await enqueueJob({ type: 'rename', companyId, entity: 'tag', id: tag.id })
  await tellRow(companyId, 'tag', 'update', tag)
  return tag
}
