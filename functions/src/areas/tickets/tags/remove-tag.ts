import { deleteTag, getTag } from '../../../data/tickets/tag.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { publish } from '../../../realtime/publish.ts'
import type { Operations } from '../operations.ts'
import { requireTagRight } from './require-tag-right.ts'

/** Its tickets lose it in the background. */
export const removeTag: Operations['tags']['remove'] = async ({ companyId, actor }, { params: { id } }) => {
  const tag = await getTag(companyId, id)
  requireTagRight(actor, tag)
  if (!tag || !(await deleteTag(companyId, tag))) return
  await enqueueJob({ type: 'rename', companyId, entity: 'tag', id })
  await publish(companyId, 'tag', { action: 'delete', tagId: id })
}
