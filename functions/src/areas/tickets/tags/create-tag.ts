import { TAGS } from '../../../data/tickets/tag.ts'
import { createListed } from '../../small-list.ts'
import type { Operations } from '../operations.ts'
import { requireTagRight } from './require-tag-right.ts'

export const createTag: Operations['tags']['create'] = async ({ companyId, actor }, { body }) => {
  requireTagRight(actor, body)
  return createListed(companyId, TAGS, { ...body, ticketsCount: 0 })
}
