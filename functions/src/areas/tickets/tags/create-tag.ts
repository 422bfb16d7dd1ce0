import { createTag as create } from '../../../data/tickets/tag.ts'
import { publish } from '../../../realtime/publish.ts'
import type { Operations } from '../operations.ts'
import { requireTagRight } from './require-tag-right.ts'

export const createTag: Operations['tags']['create'] = async ({ companyId, actor }, { body }) => {
  requireTagRight(actor, body)
  const tag = await create(companyId, body)
  await publish(companyId, 'tag', { action: 'create', tag })
  return tag
}
