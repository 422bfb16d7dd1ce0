/**
 * The draft order of a ticket: one per ticket, shared by all users who may see the ticket. A change
 * names the version it was based on, so of two changes at once one is refused and gets the newer
 * draft. Closing the ticket or returning it to the queue removes the draft (`draftBegun` of the
 * ticket's row); a transfer keeps it.
 */
import type { DraftOrder } from '@balcao/shared/entities/draft-order.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId, timeOfId } from '@balcao/shared/ids.ts'
import { countCart } from '../reports/selling-day.ts'
import { existingRow, isRefused } from '../table/refused.ts'
import { deleteOne, updateOne } from '../table/single-write.ts'
import { put, remove, type Write, WriteConflict } from '../table/transact.ts'
import { DRAFTS, type DraftContent, parseDraft, readDraft, storedDraft } from './draft-row.ts'
import { type Changed, changeTicket, getTicket } from './ticket.ts'
import type { TicketRow } from './ticket-row.ts'

/** Returns a ticket's draft. Throws ERR_NO_DRAFT_FOUND. */
export async function requireDraft(companyId: string, ticketId: string): Promise<DraftOrder> {
  const draft = await readDraft(companyId, ticketId, true)
  if (!draft) throw new AppError('ERR_NO_DRAFT_FOUND')
  return draft
}

const changedMeanwhile = (draft: DraftOrder | undefined): AppError =>
  new AppError('ERR_DRAFT_CHANGED', { data: { draft: draft ?? null } })

/**
 * Returns the next version: the time in milliseconds where possible. Versions thus also rise from
 * one draft of a ticket to the next, so a stale version never matches a later draft.
 */
const nextVersion = (version: number): number => Math.max(Date.now(), version + 1)

export type SavedDraft = {
  draft: DraftOrder
  /** Set for the first draft since the ticket was opened. */
  ticket?: Changed
}

/**
 * Replaces `version` of the draft (0: there is none yet) by `content`. Throws ERR_DRAFT_CHANGED
 * with the newer draft, or null, as `draft`; ERR_TICKET_CLOSED; ERR_NO_TICKET_FOUND.
 * @param calls keys of the calls of bots that changed it; left out by people, it stays
 */
export function saveDraft(
  ticket: TicketRow,
  version: number,
  content: DraftContent,
  calls?: readonly string[],
): Promise<SavedDraft> {
  const more = calls ? { calls: [...calls] } : {}
  return version === 0 ? beginDraft(ticket, content, more) : changeDraft(ticket, version, content, more)
}

type More = { calls?: string[] }

/**
 * Creates the draft together with a change of the ticket's row, so that a ticket closed at the same
 * time leaves no draft behind.
 */
async function beginDraft(
  { companyId, id: ticketId, ...ticket }: TicketRow,
  content: DraftContent,
  more: More,
): Promise<SavedDraft> {
  const id = newId()
  const at = new Date(timeOfId(id)).toISOString()
  const draft: DraftOrder = { id, ticketId, version: nextVersion(0), ...content, createdAt: at, updatedAt: at }
  const write = put('draft', DRAFTS.create({ ...storedDraft(companyId, draft), ...more }))
  const counted = await countCart(companyId, content.sellerId)
  try {
    const changed = await changeTicket(companyId, { companyId, id: ticketId, ...ticket }, ({ status }) => {
      if (status === 'closed') throw new AppError('ERR_TICKET_CLOSED')
      return { set: { draftBegun: true }, touch: false, extra: [write, counted] }
    })
    return changed.before.draftBegun ? { draft } : { draft, ticket: changed }
  } catch (error) {
    if (error instanceof WriteConflict && error.label === 'draft') throw changedMeanwhile(parseDraft(error.existing))
    throw error
  }
}

/** Updates the draft. The condition on its version is enough: a closed ticket has no draft. */
async function changeDraft(
  { companyId, id: ticketId }: TicketRow,
  version: number,
  content: DraftContent,
  more: More,
): Promise<SavedDraft> {
  const next = nextVersion(version)
  try {
    const stored = await updateOne(
      DRAFTS.change(
        { companyId, ticketId },
        {
          set: { version: next, updatedAt: Date.now(), row: JSON.stringify(content), ...more },
          when: is => [is.equal('version', version)],
        },
      ),
    )
    return { draft: parseDraft(stored)! }
  } catch (error) {
    if (!isRefused(error)) throw error
    const newer = parseDraft(existingRow(error))
    if (newer) throw changedMeanwhile(newer)
    const ticket = await getTicket(companyId, ticketId, true)
    if (!ticket) throw new AppError('ERR_NO_TICKET_FOUND')
    throw ticket.status === 'closed' ? new AppError('ERR_TICKET_CLOSED') : changedMeanwhile(undefined)
  }
}

/**
 * Deletes a ticket's draft, whatever its content; it is no error if there is none. Returns whether
 * there was one.
 */
export async function removeDraft(companyId: string, ticketId: string): Promise<boolean> {
  return (await deleteOne(DRAFTS.delete({ companyId, ticketId }))) !== undefined
}

/**
 * Returns the write that removes a draft in the transaction that makes an order of it. The order
 * has its own items, so the write succeeds even if the draft was changed or deleted meanwhile: the
 * user who changed it is notified of the removal and keeps their unsaved items. The write, labelled
 * `draft`, is refused only if another draft was begun in its place: then the order has to be
 * written without it.
 */
export const draftRemoval = (companyId: string, ticketId: string, draftId: string): Write =>
  remove(
    'draft',
    DRAFTS.delete(
      { companyId, ticketId },
      { when: is => [is.any(is.absent('draftId'), is.equal('draftId', draftId))] },
    ),
  )
