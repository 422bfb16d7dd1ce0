/** Parts that the writers of the small kinds share. */
import type {
  ImportedCampaign,
  ImportedConnection,
  ImportedContactList,
  ImportedMacro,
  ImportedQueue,
  ImportedQuickMessage,
  ImportedTag,
  ImportedTicketField,
  ImportedUser,
} from '@balcao/shared/rules/imports/record.ts'
import { type ImportedRow, importedId } from '../../../data/imports/imported-row.ts'
import { transact, WriteConflict } from '../../../data/table/transact.ts'
import { ledgerFor } from '../ledger-for.ts'
import { importedFrom, type Outcome, type WriteContext, type Written } from '../write-context.ts'

/** Record of a kind of which a company has some dozens. */
export type Setting =
  | ImportedQueue
  | ImportedUser
  | ImportedTag
  | ImportedTicketField
  | ImportedConnection
  | ImportedQuickMessage
  | ImportedMacro
  | ImportedContactList
  | ImportedCampaign

/** Outcome of a setting with what is said about it besides. */
export type Made = { outcome: Outcome; changes?: Written['changes'] }

/** Returns the outcome of a record that the ledger knows. */
export const outcomeOf = (context: WriteContext, { importId, joined }: ImportedRow): Outcome =>
  importId === context.importId && !joined ? 'taken' : 'there'

/** Returns the id of the row that a record becomes. */
export const idOf = (context: WriteContext, record: Setting): string =>
  importedId(context, record.kind, record.source.id, record.createdAt)

/** Remembers that a record is a row that was here before. */
export async function join(context: WriteContext, record: Setting, id: string): Promise<Made> {
  try {
    await transact([ledgerFor(context, record.kind, record.source.id, id, true)])
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error
  }
  return { outcome: 'there' }
}

/** Returns the times of a row of a small list. */
export const instantsOf = (createdAt: number) => {
  // What the other system does not tell is of now.
  const createdIso = new Date(createdAt || Date.now()).toISOString()
  return { createdAt: createdIso, updatedAt: createdIso }
}

/** Returns what a row says of its origin; rows of small lists keep it. */
export const origin = (context: WriteContext, sourceId: string) => ({ importedFrom: importedFrom(context, sourceId) })
