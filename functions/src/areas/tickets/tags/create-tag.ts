import { mayAccess } from '@balcao/shared/access.ts'
import { createTag as create } from '../../../data/tag.ts'
import { publish } from '../../../realtime/publish.ts'
import type { Operations } from '../operations.ts'

/** A column of the kanban board is made by supervisors and admins; of others the tag is an ordinary one. */
export const createTag: Operations['tags']['create'] = async ({ companyId, actor }, { body }) => {
  const tag = await create(companyId, { ...body, kanban: mayAccess('supervisor', actor) ? body.kanban : 0 })
  await publish(companyId, 'tag', { action: 'create', tag })
  return tag
}
