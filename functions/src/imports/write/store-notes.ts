import { importedId, ledgerOf } from '../../data/imports/imported-row.ts'
import { transact, WriteConflict, withAttributes } from '../../data/table/transact.ts'
import { noteWrite } from '../../data/tickets/ticket-note.ts'
import { isMessage, type Place } from './conversation.ts'
import { readInParts } from './in-transactions.ts'
import { ledgerFor } from './ledger-for.ts'
import { importedFrom, type WriteContext, type Written } from './write-context.ts'

/** Writes the notes of tickets; one whose author is unknown is the other system's. */
export async function storeNotes(context: WriteContext, places: readonly Place[]): Promise<Written[]> {
  const { companyId, place, importId } = context
  const notes = places.flatMap(each =>
    each.conversation.rows.flatMap(record => (isMessage(record) ? [] : [{ record, row: each.row }])),
  )
  if (notes.length === 0) return []
  const ids = notes.map(({ record }) => record.source.id)
  const known = await readInParts(context.pace, ids, part => ledgerOf(companyId, place, 'note', part))
  const written: Written[] = []
  for (const { record, row } of notes) {
    const before = known.get(record.source.id)
    if (before) {
      written.push({ record, outcome: before.importId === importId ? 'taken' : 'there' })
      continue
    }
    const id = importedId(context, 'note', record.source.id, record.createdAt)
    const author = record.userId === null ? undefined : context.users.get(record.userId)
    const { write } = noteWrite(companyId, {
      id,
      note: record.note,
      ticketId: row.id,
      contactId: row.contact.id,
      user: author ?? { id: importedId(context, 'user', '', 0), name: context.systemName },
    })
    try {
      const writes = [
        ledgerFor(context, 'note', record.source.id, id),
        withAttributes(write, { importedFrom: importedFrom(context, record.source.id) }),
      ]
      await transact(writes)
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error
    }
    written.push({ record, outcome: 'taken' })
  }
  return written
}
