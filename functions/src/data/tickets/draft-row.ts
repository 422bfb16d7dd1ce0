/**
 * The row of a ticket's order in the making: one a ticket, in the ticket's own partition, so that it goes with the ticket's other
 * rows. What is in it is one text, as of tickets.
 */
import type { DraftOrder } from '@balcao/shared/entities/draft-order.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import { tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import type { TableKey } from '../table/keys.ts'
import { remove, type Write } from '../table/transact.ts'
import type { TicketRow } from './ticket-row.ts'

/** What is kept as a text: all that neither key nor version says. */
export type DraftContent = Omit<DraftOrder, 'id' | 'ticketId' | 'version' | 'createdAt' | 'updatedAt'>

type StoredDraft = { pk: string; draftId: string; version: number; updatedAt: number; row: string }

export const draftKey = (companyId: string, ticketId: string): TableKey => ({
  pk: `${companyId}#ticket#${ticketId}`,
  sk: 'draft',
})

/** The item of a draft. */
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

/** The draft of an item of the table; undefined when there is none. */
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

/** Removes the order begun in a ticket that is closed, or returned to its queue, in the same transaction. */
export const draftGone = ({ companyId, id }: Pick<TicketRow, 'companyId' | 'id'>): Write =>
  remove('draft', { TableName: tableName(), Key: draftKey(companyId, id) })
