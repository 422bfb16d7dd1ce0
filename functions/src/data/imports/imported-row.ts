/**
 * Ledger of what came from other systems: a row for each record that was taken, by the other
 * installation and its id, written in the transaction of what it was made into. It decides whether
 * a record is taken or there already, says which row here it became, and which import wrote it.
 * Messages have none: their pointers say it.
 */
import { createHash } from 'node:crypto'
import { idFromDigest } from '@balcao/shared/ids.ts'
import type { ImportKind } from '@balcao/shared/rules/imports/record.ts'
import { z } from 'zod'
import { batchItems } from '../table/batch-items.ts'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { queryItems } from '../table/query-items.ts'
import { put, remove, type Write } from '../table/transact.ts'

/**
 * Kinds with a row: `more` are messages that a later import added to a ticket of an earlier one,
 * `file` is a file that it added to another row.
 */
export type LedgerKind =
  | Exclude<ImportKind, 'message' | 'field' | 'reaction' | 'earlierText' | 'rating'>
  | 'customer'
  | 'more'
  | 'file'

const IMPORTED = defineRow({
  kind: 'imported',
  key: { pk: '${companyId}#imported#${place}', sk: '${kind}#${sourceId}' },
  content: z.object({
    companyId: z.string(),
    /** The other installation and company (`OpenImport.place`). */
    place: z.string(),
    kind: z.custom<LedgerKind>(),
    sourceId: z.string(),
    /** Row here. */
    id: z.string(),
    /** Import that wrote it. */
    importId: z.string(),
    /** True if the row was here before: it is kept when the import is removed. */
    joined: z.boolean().optional(),
  }),
  keyOnly: ['companyId', 'place', 'kind', 'sourceId'],
  unmarked: true,
})
export type ImportedRow = RowOf<typeof IMPORTED>

/** Returns an id of another system as a part of a key; one of another form becomes its digest. */
const keyPart = (sourceId: string): string =>
  /^[\w.:-]{1,64}$/.test(sourceId) ? sourceId : createHash('sha256').update(sourceId).digest('base64url')

/** Returns the write, labelled `imported`, that is refused if the record came already. */
export const ledgerWrite = (row: ImportedRow): Write =>
  put('imported', IMPORTED.create({ ...row, sourceId: keyPart(row.sourceId) }))

/** Returns the row that a refused `ledgerWrite` found. */
const ledgerRow = (item: Record<string, unknown>): ImportedRow => IMPORTED.parse(item)!

export const ledgerRemoval = (row: ImportedRow): Write => remove('imported', IMPORTED.delete(row))

/** Reads the rows of records that came already, by their ids there. */
export async function ledgerOf(
  companyId: string,
  place: string,
  kind: LedgerKind,
  sourceIds: readonly string[],
): Promise<Map<string, ImportedRow>> {
  const keys = new Map(sourceIds.map(id => [keyPart(id), id]))
  const found = await batchItems<Record<string, unknown>>(
    [...keys.keys()].map(sourceId => IMPORTED.key({ companyId, place, kind, sourceId })),
    IMPORTED.attributes,
    true,
  )
  return new Map(found.map(item => ledgerRow(item)).map(row => [keys.get(row.sourceId)!, row]))
}

/** Returns whether anything came from a place. */
export async function cameFrom(companyId: string, place: string): Promise<boolean> {
  const query = IMPORTED.query({ companyId, place }, { above: ' ' })
  const { items } = await queryItems(query, 1, { attributes: IMPORTED.attributes, order: 'asc', consistent: true })
  return items.length > 0
}

/** Reads rows of a place and kind in the order of their keys, after `from`. */
export async function ledgerPage(
  companyId: string,
  place: string,
  kind: LedgerKind,
  from: string | null,
  limit: number,
): Promise<{ rows: ImportedRow[]; more: boolean }> {
  const range = { from: from === null ? `${kind}#` : `${kind}#${from} `, to: `${kind}#~` }
  const { items, more } = await queryItems<Record<string, unknown>>(
    IMPORTED.query({ companyId, place }, range),
    limit,
    {
      attributes: IMPORTED.attributes,
      order: 'asc',
      consistent: true,
    },
  )
  return { rows: items.map(ledgerRow), more: more || items.length === limit }
}

/**
 * Returns the id of a row made of a record: the same for every run, in one company alone.
 * @param at time (epoch ms) of its creation
 */
export function importedId(
  { companyId, place }: { companyId: string; place: string },
  kind: string,
  sourceId: string,
  at: number,
): string {
  const digest = createHash('sha256').update(`${companyId}|${place}|${kind}|${sourceId}`).digest()
  return idFromDigest(Math.max(0, Math.floor(at)), digest)
}

/** Returns the id of a message here, as `messageId` does, without waiting. */
export const importedMessageId = (connectionId: string, whatsappId: string, at: number): string =>
  idFromDigest(at, createHash('sha256').update(`${connectionId}|${whatsappId}`).digest())
