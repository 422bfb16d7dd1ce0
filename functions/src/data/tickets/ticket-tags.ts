/** Sets the tags of a ticket: all of them, or only its column of the kanban board. */
import type { Tag } from '@balcao/shared/entities/tag.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { retryUntilWritten, type Write } from '../table/transact.ts'
import { countTags, listTags, tagRef } from './tag.ts'
import { type Changed, changeTicket } from './ticket.ts'
import { relinkTags } from './ticket-link.ts'
import { assertSees, type Viewer } from './ticket-list.ts'
import type { TicketRow, TicketTag } from './ticket-row.ts'

/** Retry if the tags themselves changed; a refused write of the caller's own is thrown. */
const RENEWED = { labels: ['tag'] }

/**
 * Maximum number of tags changed per transaction: each takes two of its hundred writes, and in a
 * closed ticket up to ten leave the counters of days, and ten enter them.
 */
const MAX_CHANGES = 34

/** Returns further writes of a change, from the ids of the tags that it adds and removes. */
export type AlsoTagWrites = (change: { added: string[]; removed: string[] }) => Write[]

/** Returns a tag of the list. Throws ERR_NO_TAG_FOUND. */
const find = (all: readonly Tag[], id: string): Tag => {
  const tag = all.find(each => each.id === id)
  if (!tag) throw new AppError('ERR_NO_TAG_FOUND')
  return tag
}

/** Sets the tags that `decide` returns; `decide` is called again if another change came first. */
function change(
  companyId: string,
  viewer: Viewer | null,
  seen: TicketRow,
  all: readonly Tag[],
  decide: (now: TicketRow) => readonly TicketTag[],
  also: AlsoTagWrites = () => [],
): Promise<Changed> {
  const known = (id: string) => all.some(tag => tag.id === id)
  return changeTicket(companyId, seen, now => {
    if (viewer) assertSees(viewer, now)
    const tags = [...decide(now)]
    const had = now.tags.map(({ id }) => id)
    const has = tags.map(({ id }) => id)
    if (had.length === has.length && had.every(id => has.includes(id))) return undefined
    const columns = new Set(tags.filter(({ kanban }) => kanban).map(({ id }) => id))
    const extra = [
      ...countTags(companyId, had.filter(known), has, columns),
      ...relinkTags(companyId, now.id, had, has),
      ...also({ added: has.filter(id => !had.includes(id)), removed: had.filter(id => !has.includes(id)) }),
    ]
    return { set: { tags }, extra, touch: false }
  })
}

/**
 * Replaces the tags of a ticket. Throws ERR_NO_TAG_FOUND, ERR_TWO_KANBAN_TAGS, ERR_NO_TICKET_FOUND,
 * ERR_NO_PERMISSION, and ERR_CONFLICT if the tags themselves keep changing.
 */
export function setTags(companyId: string, viewer: Viewer, seen: TicketRow, tagIds: readonly string[]) {
  const ids = [...new Set(tagIds)]
  return retryUntilWritten(async () => {
    const all = await listTags(companyId, true)
    const tags = ids.map(id => tagRef(find(all, id)))
    if (tags.filter(({ kanban }) => kanban).length > 1) throw new AppError('ERR_TWO_KANBAN_TAGS')
    const kept = seen.tags.filter(({ id }) => ids.includes(id))
    const changes = seen.tags.length + tags.length - 2 * kept.length
    // The removed and the added tags may not fit into one transaction.
    const lighter =
      changes > MAX_CHANGES
        ? (await change(companyId, viewer, seen, all, now => now.tags.filter(({ id }) => ids.includes(id)))).ticket
        : seen
    return change(companyId, viewer, lighter, all, () => tags)
  })
}

/** Returns a ticket's tags with one of the kanban columns, or none, in place of its column. */
const inColumn = (
  { tags }: TicketRow,
  all: readonly Tag[],
  tagId: string | null,
  column: Tag | undefined,
): readonly TicketTag[] => {
  const columns = new Set(all.filter(({ kanban }) => kanban === 1).map(({ id }) => id))
  return [
    ...tags.filter(({ id, kanban }) => id === tagId || !(kanban || columns.has(id))),
    ...(column && !tags.some(({ id }) => id === tagId) ? [tagRef(column)] : []),
  ]
}

/**
 * Moves a ticket into the column of a kanban tag, or with null into none; its ordinary tags stay.
 * Throws ERR_NO_TAG_FOUND, ERR_TAG_NOT_KANBAN, ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, and
 * ERR_CONFLICT if the tags themselves keep changing.
 */
export function moveToColumn(companyId: string, viewer: Viewer, seen: TicketRow, tagId: string | null) {
  return retryUntilWritten(async () => {
    const all = await listTags(companyId, true)
    const column = tagId === null ? undefined : find(all, tagId)
    if (column && column.kanban !== 1) throw new AppError('ERR_TAG_NOT_KANBAN')
    return change(companyId, viewer, seen, all, now => inColumn(now, all, tagId, column))
  })
}

/**
 * Adds a tag to a ticket, that of a kanban column in place of the ticket's column; it is no error
 * if the ticket has it. `viewer` is null for what acts by itself. Throws ERR_NO_TAG_FOUND,
 * ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, and ERR_CONFLICT if the tags themselves keep changing.
 */
export function addTag(
  companyId: string,
  seen: TicketRow,
  tagId: string,
  viewer: Viewer | null = null,
  also?: AlsoTagWrites,
) {
  return retryUntilWritten(async () => {
    const all = await listTags(companyId, true)
    const tag = find(all, tagId)
    const decide = (now: TicketRow) =>
      tag.kanban === 1
        ? inColumn(now, all, tagId, tag)
        : now.tags.some(({ id }) => id === tagId)
          ? now.tags
          : [...now.tags, tagRef(tag)]
    return change(companyId, viewer, seen, all, decide, also)
  }, RENEWED)
}

/**
 * Removes a tag from a ticket; it is no error if the ticket lacks it. Throws ERR_NO_TICKET_FOUND,
 * ERR_NO_PERMISSION, and ERR_CONFLICT if the tags themselves keep changing.
 */
export function removeTag(
  companyId: string,
  seen: TicketRow,
  tagId: string,
  viewer: Viewer | null = null,
  also?: AlsoTagWrites,
) {
  return retryUntilWritten(async () => {
    const all = await listTags(companyId, true)
    return change(companyId, viewer, seen, all, now => now.tags.filter(({ id }) => id !== tagId), also)
  }, RENEWED)
}
