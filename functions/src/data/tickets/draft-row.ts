/**
 * Row of a ticket's draft order: one per ticket, in the ticket's own partition, so it is removed
 * with the ticket's other rows. Its content is one text, as in the rows of tickets.
 */
import type { DraftOrder } from '@balcao/shared/entities/draft-order.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import { tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import type { TableKey } from '../table/keys.ts'
import { remove, type Write } from '../table/transact.ts'
import type { TicketRow } from './ticket-row.ts'

/** Content stored as text: everything that is in neither the key nor the version. */
export type DraftContent = Omit<DraftOrder, 'id' | 'ticketId' | 'version' | 'createdAt' | 'updatedAt'>

type StoredDraft = { pk: string; draftId: string; version: number; updatedAt: number; row: string }

export const draftKey = (companyId: string, ticketId: string): TableKey => ({
  pk: `${companyId}#ticket#${ticketId}`,
  sk: 'draft',
})

/** Returns the item of a draft. */
export const draftItem = (
  companyId: string,
  { id, ticketId, version, createdAt: _, updatedAt, ...content }: DraftOrder,
) => ({
  ...draftKey(companyId, ticketId),
  draftId: id,
  version,
  updatedAt: Date.parse(updatedAt),
  row: JSON.stringify(content satisfies DraftContent),
})

/** Returns the draft in an item of the table, or undefined if there is none. */
export function parseDraft(item: Record<string, unknown> | undefined): DraftOrder | undefined {
  if (!item) return undefined
  const { pk, draftId, version, updatedAt, row } = item as StoredDraft
  return {
    id: draftId,
    ticketId: pk.split('#')[2] ?? '',
    version,
    ...(JSON.parse(row) as DraftContent),
    createdAt: new Date(timeOfId(draftId)).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }
}

export const readDraft = async (
  companyId: string,
  ticketId: string,
  consistent = false,
): Promise<DraftOrder | undefined> => parseDraft(await getItem(draftKey(companyId, ticketId), consistent))

/**
 * Returns the write that removes the draft of a ticket in the transaction that closes it or returns
 * it to its queue.
 */
export const draftGone = ({ companyId, id }: Pick<TicketRow, 'companyId' | 'id'>): Write =>
  remove('draft', { TableName: tableName(), Key: draftKey(companyId, id) })
