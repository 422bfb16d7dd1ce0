import { deleteTag, getTag } from '../../../data/tickets/tag.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { requireTagRemoval } from './require-tag-right.ts'

/** Deletes a tag. Its tickets lose it in the background. */
export const removeTag: Operations['tags']['remove'] = async ({ companyId, actor, audit }, { params: { id } }) => {
  const tag = await getTag(companyId, id, true)
  if (tag) requireTagRemoval(actor, tag)
  if (!tag || !(await deleteTag(companyId, tag))) return
  audit({ name: tag.name })
  await enqueueJob({ type: 'rename', companyId, entity: 'tag', id })
  await publishRowDeleted(companyId, 'tag', id)
}
