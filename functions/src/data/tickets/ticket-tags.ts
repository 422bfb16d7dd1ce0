/** Sets the tags of a ticket: all of them, or only its column of the kanban board. */
import type { Tag } from '@balcao/shared/entities/tag.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { retryUntilWritten } from '../table/transact.ts'
import { countTags, listTags, tagRef } from './tag.ts'
import { type Changed, changeTicket } from './ticket.ts'
import { relinkTags } from './ticket-link.ts'
import { assertSees, type Viewer } from './ticket-list.ts'
import type { TicketRow, TicketTag } from './ticket-row.ts'

/** Maximum number of tags changed per transaction: each takes two of its hundred writes. */
const MAX_CHANGES = 40

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
): Promise<Changed> {
  const known = (id: string) => all.some(tag => tag.id === id)
  return changeTicket(companyId, seen, now => {
    if (viewer) assertSees(viewer, now)
    const tags = [...decide(now)]
    const had = now.tags.map(({ id }) => id)
    const has = tags.map(({ id }) => id)
    if (had.length === has.length && had.every(id => has.includes(id))) return undefined
    const columns = new Set(tags.filter(({ kanban }) => kanban).map(({ id }) => id))
    const extra = [...countTags(companyId, had.filter(known), has, columns), ...relinkTags(companyId, now.id, had, has)]
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
    const columns = new Set(all.filter(({ kanban }) => kanban === 1).map(({ id }) => id))
    return change(companyId, viewer, seen, all, now => [
      ...now.tags.filter(({ id, kanban }) => id === tagId || !(kanban || columns.has(id))),
      ...(column && !now.tags.some(({ id }) => id === tagId) ? [tagRef(column)] : []),
    ])
  })
}

/**
 * Adds an ordinary tag to a ticket, for a bot; it is no error if the ticket has it. Throws
 * ERR_NO_TAG_FOUND, ERR_NO_TICKET_FOUND, and ERR_CONFLICT if the tags themselves keep changing.
 */
export function addTag(companyId: string, seen: TicketRow, tagId: string) {
  return retryUntilWritten(async () => {
    const all = await listTags(companyId, true)
    const tag = tagRef(find(all, tagId))
    return change(companyId, null, seen, all, now =>
      now.tags.some(({ id }) => id === tagId) ? now.tags : [...now.tags, tag],
    )
  })
}
