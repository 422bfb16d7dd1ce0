import { kanbanTags, TAGS } from '../../../data/tickets/tag.ts'
import { createListed } from '../../small-list.ts'
import type { Operations } from '../operations.ts'
import { requireTagRight } from './require-tag-right.ts'

/** Creates a tag. A new column is the last of the board unless it is given a place. */
export const createTag: Operations['tags']['create'] = async ({ companyId, actor }, { body }) => {
  requireTagRight(actor, body)
  const order = body.order ?? (body.kanban === 1 ? await lastPlace(companyId) : 0)
  return createListed(companyId, TAGS, { ...body, order, userId: actor.userId, ticketsCount: 0 })
}

/** Returns the place after all columns. */
export async function lastPlace(companyId: string): Promise<number> {
  const last = (await kanbanTags(companyId)).at(-1)
  return last ? last.order + 1 : 0
}
