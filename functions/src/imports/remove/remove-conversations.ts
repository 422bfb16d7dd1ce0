/**
 * Removes tickets that an import brought and nobody has used since, and messages that it brought
 * into others, many at once: messages of the same days share search items, which then are written
 * once. A ticket is used once it has a message, a note or an entry of its log that the import did
 * not write; a look at it is no use.
 */
import { AppError } from '@balcao/shared/errors.ts'
import type { ImportedRow } from '../../data/imports/imported-row.ts'
import { each } from '../../data/table/page.ts'
import { removeKeys } from '../../data/table/remove-keys.ts'
import { emptyMedia } from '../../data/tickets/imported-media.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import { filesOf, isMessageItem, removeItems, type TicketItem, ticketItems } from '../../data/tickets/ticket-items.ts'
import { ticketNotes } from '../../data/tickets/ticket-note.ts'
import { deleteTicket, draftsOf, removeBesideTicket } from '../../data/tickets/ticket-removal.ts'
import { inParts } from '../../in-parts.ts'
import { removeObjects } from '../../integrations/storage.ts'
import { isOf } from '../write/write-context.ts'

/** Number of rows that are removed together, and characters of their texts. */
const ROWS = 2000
const CHARACTERS = 4_000_000
/** Number of tickets whose first rows are read at once. */
const READS = 8

export type Removal = {
  companyId: string
  importId: string
  /** Number of calls that change something at once. */
  parallel: number
  /** Returns whether to stop, even between messages of a ticket. */
  isOver: () => boolean
}

/** Number of the first rows that were decided about, and those of them that are gone. */
export type Removed = { done: number; gone: ImportedRow[] }

/** Removes tickets by their rows of the ledger. */
export async function removeTickets(removal: Removal, rows: readonly ImportedRow[]): Promise<Removed> {
  const { companyId, parallel } = removal
  const areGone = await inParts(rows, parallel, row => isDeleted(removal, row))
  const gone = rows.filter((_, i) => areGone[i])
  const emptied = await removeRows(removal, gone, id => ticketItems(companyId, id))
  await inParts(gone.slice(0, emptied), parallel, ({ id }) => removeBesideTicket(companyId, id))
  const next = gone[emptied]
  return { done: next ? rows.indexOf(next) : rows.length, gone: gone.slice(0, emptied) }
}

/** Removes messages, or their files, that came into tickets of an earlier import. */
export async function removeAdded(removal: Removal, rows: readonly ImportedRow[]): Promise<Removed> {
  const done = await removeRows(removal, rows, id => addedItems(removal, id))
  return { done, gone: rows.slice(0, done) }
}

/** Returns false if a ticket is kept, as somebody used it; deletes it otherwise. */
async function isDeleted({ companyId, importId }: Removal, { id }: ImportedRow): Promise<boolean> {
  try {
    const ticket = await getTicket(companyId, id, true)
    if (!ticket) return true
    for await (const items of ticketItems(companyId, id)) if (items.some(item => isUse(importId, item))) return false
    for await (const note of each(ticketNotes(companyId, id))) if (!isOf(importId, note.importedFrom)) return false
    const deleted = await deleteTicket(companyId, id, { version: ticket.version })
    return deleted !== undefined || !(await getTicket(companyId, id, true))
  } catch (error) {
    // Somebody changes it right now.
    if (error instanceof AppError) return false
    throw error
  }
}

/** Returns whether a row of a ticket's partition says that somebody used the ticket. */
function isUse(importId: string, { sk, type, importedFrom }: TicketItem): boolean {
  if (sk.startsWith('log#')) return type !== 'accessed' && !isOf(importId, importedFrom)
  return sk === 'draft' || (sk.startsWith('message#') && !isOf(importId, importedFrom))
}

/** Takes files away from messages of earlier imports; yields the messages of this one. */
async function* addedItems({ companyId, importId }: Removal, ticketId: string): AsyncGenerator<TicketItem[]> {
  for await (const items of ticketItems(companyId, ticketId)) {
    const mine = items.filter(item => isMessageItem(item) && isOf(importId, item.importedFrom))
    const filled = items.filter(item => item.mediaFrom === importId && !mine.includes(item))
    await removeObjects(filled.flatMap(({ media }) => media?.key ?? []))
    for (const { id, media, error } of filled)
      await emptyMedia({ companyId, ticketId, id: id! }, media!, importId, error)
    yield mine
  }
}

/** Removes items of tickets; returns of how many tickets all are gone. */
async function removeRows(
  { companyId, parallel, isOver }: Removal,
  rows: readonly ImportedRow[],
  itemsOf: (ticketId: string) => AsyncGenerator<TicketItem[]>,
): Promise<number> {
  let items: TicketItem[] = []
  let characters = 0
  const flush = async () => {
    await removeObjects(filesOf(items))
    await removeItems(companyId, items, parallel)
    items = []
    characters = 0
  }
  for (let at = 0; at < rows.length; at += READS) {
    const begun = await Promise.all(
      rows.slice(at, at + READS).map(async ({ id }) => {
        const pages = itemsOf(id)
        return { id, pages, first: await pages.next() }
      }),
    )
    for (const [i, { id, pages, first }] of begun.entries())
      for (let page = first; !page.done; page = await pages.next()) {
        await removeKeys(draftsOf(companyId, id, page.value))
        items.push(...page.value)
        for (const { body = '', earlierBodies = [] } of page.value)
          characters += body.length + earlierBodies.join('').length
        if (items.length < ROWS && characters < CHARACTERS) continue
        await flush()
        // There may be more of this one.
        if (isOver()) return at + i
      }
  }
  await flush()
  return rows.length
}
