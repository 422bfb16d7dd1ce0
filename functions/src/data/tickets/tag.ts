import type { Tag } from '@balcao/shared/entities/tag.ts'
import { unneededByCampaigns } from '../campaigns/campaign.ts'
import { normalizeName } from '../table/normalize.ts'
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
import type { TicketTag } from './ticket-row.ts'

export const TAGS: SmallList<Tag> = {
  kind: 'tag',
  missing: 'ERR_NO_TAG_FOUND',
  text: tag => tag.name,
  unique: tag => ({ tagName: normalizeName(tag.name) }),
  taken: { tagName: 'ERR_TAG_NAME_ALREADY_EXISTS' },
  // Tickets are subtracted from the count one by one, in the background. The oldest rows have
  // neither order nor user.
  read: tag => ({
    ...tag,
    order: tag.order ?? 0,
    userId: tag.userId ?? null,
    ticketsCount: Math.max(0, tag.ticketsCount),
  }),
}

export const getTag = (companyId: string, tagId: string, consistent = false): Promise<Tag | undefined> =>
  getRow(companyId, TAGS, tagId, consistent)

/** Returns a tag. Throws ERR_NO_TAG_FOUND. */
export const requireTag = (companyId: string, tagId: string, consistent = false): Promise<Tag> =>
  requireRow(companyId, TAGS, tagId, consistent)

/** Lists every tag of the company by name: some hundreds at most, so a few read units. */
export const listTags = (companyId: string, consistent = false): Promise<Tag[]> =>
  everyRow(companyId, TAGS, { consistent })

/** Lists the columns of the kanban board in their order, and by name where the order is equal. */
export const kanbanTags = async (companyId: string): Promise<Tag[]> =>
  (await listTags(companyId)).filter(tag => tag.kanban === 1).sort((a, b) => a.order - b.order)

type TagFields = Pick<Tag, 'name' | 'color' | 'kanban'> & { order?: number | undefined }

/** Creates a tag. Throws ERR_TAG_NAME_ALREADY_EXISTS. */
export const createTag = (companyId: string, fields: TagFields, given: Partial<Tag> = {}): Promise<Tag> =>
  createRow(companyId, TAGS, {
    ...newRow<Tag>({ ...fields, order: fields.order ?? 0, userId: null, ticketsCount: 0 }),
    ...given,
  })

/**
 * Changes a tag. Throws ERR_TAG_NAME_ALREADY_EXISTS, ERR_NO_TAG_FOUND, and ERR_CONFLICT if it was
 * changed meanwhile.
 */
export const changeTag = (
  companyId: string,
  before: Tag,
  fields: { [K in keyof TagFields]?: TagFields[K] | undefined },
): Promise<Tag> => changeRow(companyId, TAGS, before, fields)

/**
 * Deletes a tag; returns false if it was already deleted. Its tickets lose it in the background.
 * Throws ERR_CONFLICT if it was changed meanwhile, ERR_TAG_IN_USE while a campaign is to be sent to
 * it.
 */
export const deleteTag = (companyId: string, tag: Tag): Promise<boolean> =>
  deleteRow(companyId, TAGS, tag, {
    writes: [unneededByCampaigns(companyId, 'tag', tag.id)],
    refusals: { campaignNeed: 'ERR_TAG_IN_USE' },
  })

/**
 * Returns the writes, labelled `tag`, that update the ticket counts of tags. They are refused if a
 * tag was deleted and, where `columns` says which of the added tags are kanban tags, if that is not
 * (or no longer) so.
 */
export const countTags = (
  companyId: string,
  before: readonly string[],
  after: readonly string[],
  columns?: ReadonlySet<string>,
): Write[] => [
  ...before.filter(id => !after.includes(id)).map(id => countInRow(companyId, 'tag', id, 'ticketsCount', -1)),
  ...after
    .filter(id => !before.includes(id))
    .map(id => countInRow(companyId, 'tag', id, 'ticketsCount', 1, columns && { kanban: columns.has(id) ? 1 : 0 })),
]

/** Returns a tag as its tickets store it. */
export const tagRef = ({ id, name, color, kanban }: Tag): TicketTag => ({
  id,
  name,
  color,
  ...(kanban === 1 ? { kanban: true } : {}),
})
