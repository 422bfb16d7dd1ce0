import type { Tag, TagRef } from '@balcao/shared/entities/tag.ts'
import { foldName } from '../table/fold.ts'
import {
  changeRow,
  countInRow,
  createRow,
  deleteRow,
  everyRow,
  getRow,
  newRow,
  requireRow,
  type SmallList,
} from '../table/small-list.ts'
import type { Write } from '../table/transact.ts'

export const TAGS: SmallList<Tag> = {
  kind: 'tag',
  missing: 'ERR_NO_TAG_FOUND',
  text: tag => tag.name,
  unique: tag => ({ tagName: foldName(tag.name) }),
  taken: { tagName: 'ERR_TAG_NAME_ALREADY_EXISTS' },
  // Tickets count themselves out one by one, in the background.
  read: tag => ({ ...tag, ticketsCount: Math.max(0, tag.ticketsCount) }),
}

export const getTag = (companyId: string, tagId: string, consistent = false): Promise<Tag | undefined> =>
  getRow(companyId, TAGS, tagId, consistent)

/** Throws ERR_NO_TAG_FOUND. */
export const requireTag = (companyId: string, tagId: string, consistent = false): Promise<Tag> =>
  requireRow(companyId, TAGS, tagId, consistent)

/** Every tag of the company, by name: some hundreds at most, so a few read units. */
export const listTags = (companyId: string): Promise<Tag[]> => everyRow(companyId, TAGS)

type TagFields = Pick<Tag, 'name' | 'color' | 'kanban'>

/** Throws ERR_TAG_NAME_ALREADY_EXISTS. */
export const createTag = (companyId: string, fields: TagFields, given: Partial<Tag> = {}): Promise<Tag> =>
  createRow(companyId, TAGS, { ...newRow<Tag>({ ...fields, ticketsCount: 0 }), ...given })

/** Throws ERR_TAG_NAME_ALREADY_EXISTS, ERR_NO_TAG_FOUND, and ERR_CONFLICT when it was changed meanwhile. */
export const changeTag = (
  companyId: string,
  before: Tag,
  fields: { [K in keyof TagFields]?: TagFields[K] | undefined },
): Promise<Tag> => changeRow(companyId, TAGS, before, fields)

/** False when it was gone already. Its tickets lose it in the background. Throws ERR_CONFLICT when it was changed meanwhile. */
export const deleteTag = (companyId: string, tag: Tag): Promise<boolean> => deleteRow(companyId, TAGS, tag)

/** The writes, labelled `tag`, that count a ticket in or out of its tags; refused when a tag is gone. */
export const countTags = (companyId: string, before: readonly string[], after: readonly string[]): Write[] => {
  const count = (tagId: string, by: 1 | -1) => countInRow(companyId, 'tag', tagId, 'ticketsCount', by)
  return [
    ...before.filter(id => !after.includes(id)).map(id => count(id, -1)),
    ...after.filter(id => !before.includes(id)).map(id => count(id, 1)),
  ]
}

export const tagRef = ({ id, name, color }: Tag): TagRef => ({ id, name, color })
