/**
 * Row of a ticket's draft order: one per ticket, in the ticket's own partition, so it is removed
 * with the ticket's other rows. Its content is one text, as in the rows of tickets.
 */
import type { DraftOrder } from '@balcao/shared/entities/draft-order.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import { z } from 'zod'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { remove, type Write } from '../table/transact.ts'
import type { TicketRow } from './ticket-row.ts'

/** Content stored as text: everything that is in neither the key nor the version. */
export type DraftContent = Omit<DraftOrder, 'id' | 'ticketId' | 'version' | 'createdAt' | 'updatedAt'>

export const DRAFTS = defineRow({
  kind: 'draft',
  key: { pk: '${companyId}#ticket#${ticketId}', sk: 'draft' },
  content: z.object({
    companyId: z.string(),
    ticketId: z.string(),
    draftId: z.string(),
    version: z.number(),
    /** Epoch milliseconds. */
    updatedAt: z.number(),
    /** Other fields as one text (`DraftContent`). */
    row: z.string(),
    /** Keys of the calls of bots that changed it, the latest last. */
    calls: z.array(z.string()).optional(),
  }),
  keyOnly: ['companyId', 'ticketId'],
  unmarked: true,
})

/** Returns a draft as it is stored. */
export const storedDraft = (
  companyId: string,
  { id, ticketId, version, createdAt: _, updatedAt, ...content }: DraftOrder,
): RowOf<typeof DRAFTS> => ({
  companyId,
  ticketId,
  draftId: id,
  version,
  updatedAt: Date.parse(updatedAt),
  row: JSON.stringify(content satisfies DraftContent),
})

/** Returns the draft in an item of the table, or undefined if there is none. */
export const parseDraft = (item: Record<string, unknown> | undefined): DraftOrder | undefined =>
  toDraft(item && DRAFTS.parse(item))

function toDraft(stored: RowOf<typeof DRAFTS> | undefined): DraftOrder | undefined {
  if (!stored) return undefined
  const { ticketId, draftId, version, updatedAt, row } = stored
  return {
    id: draftId,
    ticketId,
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
): Promise<DraftOrder | undefined> => toDraft(await DRAFTS.get({ companyId, ticketId }, { consistent }))

/** Reads a draft, and the keys of the calls of bots that changed it, the latest last. */
export async function readDraftWithCalls(
  companyId: string,
  ticketId: string,
): Promise<{ draft: DraftOrder | undefined; calls: readonly string[] }> {
  const stored = await DRAFTS.get({ companyId, ticketId }, { consistent: true })
  return { draft: toDraft(stored), calls: stored?.calls ?? [] }
}

/**
 * Returns the write that removes the draft of a ticket in the transaction that closes it or returns
 * it to its queue.
 */
export const draftGone = ({ companyId, id }: Pick<TicketRow, 'companyId' | 'id'>): Write =>
  remove('draft', DRAFTS.delete({ companyId, ticketId: id }))
