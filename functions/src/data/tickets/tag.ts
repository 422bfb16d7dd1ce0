import type { Tag } from '@balcao/shared/entities/tag.ts'
import { unneededByCampaigns } from '../campaigns/campaign.ts'
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
import type { TicketTag } from './ticket-row.ts'

export const TAGS: SmallList<Tag> = {
  kind: 'tag',
  missing: 'ERR_NO_TAG_FOUND',
  text: tag => tag.name,
  unique: tag => ({ tagName: foldName(tag.name) }),
  taken: { tagName: 'ERR_TAG_NAME_ALREADY_EXISTS' },
  // Tickets count themselves out one by one, in the background; the oldest rows have neither order nor user.
  read: tag => ({
    ...tag,
    order: tag.order ?? 0,
    userId: tag.userId ?? null,
    ticketsCount: Math.max(0, tag.ticketsCount),
  }),
}

export const getTag = (companyId: string, tagId: string, consistent = false): Promise<Tag | undefined> =>
  getRow(companyId, TAGS, tagId, consistent)

/** Throws ERR_NO_TAG_FOUND. */
export const requireTag = (companyId: string, tagId: string, consistent = false): Promise<Tag> =>
  requireRow(companyId, TAGS, tagId, consistent)

/** Every tag of the company, by name: some hundreds at most, so a few read units. */
export const listTags = (companyId: string, consistent = false): Promise<Tag[]> =>
  everyRow(companyId, TAGS, { consistent })

/** The lanes of the kanban board, in their order; those of one place by name. */
export const kanbanTags = async (companyId: string): Promise<Tag[]> =>
  (await listTags(companyId)).filter(tag => tag.kanban === 1).sort((a, b) => a.order - b.order)

type TagFields = Pick<Tag, 'name' | 'color' | 'kanban'> & { order?: number | undefined }

/** Throws ERR_TAG_NAME_ALREADY_EXISTS. */
export const createTag = (companyId: string, fields: TagFields, given: Partial<Tag> = {}): Promise<Tag> =>
  createRow(companyId, TAGS, {
    ...newRow<Tag>({ ...fields, order: fields.order ?? 0, userId: null, ticketsCount: 0 }),
    ...given,
  })

/** Throws ERR_TAG_NAME_ALREADY_EXISTS, ERR_NO_TAG_FOUND, and ERR_CONFLICT when it was changed meanwhile. */
export const changeTag = (
  companyId: string,
  before: Tag,
  fields: { [K in keyof TagFields]?: TagFields[K] | undefined },
): Promise<Tag> => changeRow(companyId, TAGS, before, fields)

/**
 * False when it was gone already. Its tickets lose it in the background. Throws ERR_CONFLICT when it was changed meanwhile, ERR_TAG_IN_USE while a
 * campaign is to go to it.
 */
export const deleteTag = (companyId: string, tag: Tag): Promise<boolean> =>
  deleteRow(companyId, TAGS, tag, {
    writes: [unneededByCampaigns(companyId, 'tag', tag.id)],
    refusals: { campaignNeed: 'ERR_TAG_IN_USE' },
  })

/**
 * The writes, labelled `tag`, that count a ticket in or out of its tags; refused when a tag is gone, and, where `columns` says
 * which of those it gets are kanban tags, when that is not so (any more).
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

/** A tag as its tickets carry it. */
export const tagRef = ({ id, name, color, kanban }: Tag): TicketTag => ({
  id,
  name,
  color,
  ...(kanban === 1 ? { kanban: true } : {}),
})
