import { changeTag, requireTag } from '../../../data/tickets/tag.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { lastPlace } from './create-tag.ts'
import { requireTagRight } from './require-tag-right.ts'

export const updateTag: Operations['tags']['update'] = async ({ companyId, actor }, { params, body }) => {
  const before = await requireTag(companyId, params.id, true)
  requireTagRight(actor, before, { kanban: body.kanban ?? 0 })
  const becomesColumn = before.kanban === 0 && body.kanban === 1
  const order = body.order ?? (becomesColumn ? await lastPlace(companyId) : undefined)
  const tag = await changeTag(companyId, before, { ...body, order })
  // Tickets carry the name and colour their rows show, and whether it is their column.
  if (tag.name !== before.name || tag.color !== before.color || tag.kanban !== before.kanban)
    await enqueueJob({ type: 'rename', companyId, entity: 'tag', id: tag.id })
  await publishRow(companyId, 'tag', 'update', tag)
  return tag
}
