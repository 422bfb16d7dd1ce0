import type { ActionResult } from '@balcao/shared/entities/macro.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { ActionRun, Place, Undo } from '../data/actions/action-run.ts'
import { getQueue } from '../data/team/queue.ts'
import { getUser } from '../data/team/user.ts'
import { changeTicket, requireTicket } from '../data/tickets/ticket.ts'
import { deleteNote } from '../data/tickets/ticket-note.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { addTag, removeTag } from '../data/tickets/ticket-tags.ts'
import { publishNoteDeleted, publishTicket, publishTicketLogs } from '../messaging/publish-ticket.ts'
import { snoozeTicket, wakeTicket } from '../messaging/snooze-ticket.ts'
import { timersFor } from '../messaging/ticket-timers.ts'
import { transitionTicket } from '../messaging/transition-ticket.ts'
import type { ActionBy } from './action-context.ts'

/** Time within which a run can be taken back, ms: that of the toast, and the way to the server. */
export const UNDO_MS = 60_000

/** Returns whether anything of a run can be taken back. */
export const isUndoable = ({ steps }: ActionRun): boolean => steps.some(({ undo }) => undo !== undefined)

/**
 * Takes a run back, its last action first. What changed since then stays as it is, and is refused
 * with ERR_CONFLICT; the others go on.
 */
export async function undoActions(by: ActionBy, { companyId, ticketId, steps }: ActionRun): Promise<ActionResult[]> {
  const results: ActionResult[] = []
  for (const { type, undo } of steps.toReversed()) {
    if (!undo) continue
    try {
      await takeBack(by, await requireTicket(companyId, ticketId), undo)
      results.push({ type, ok: true })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.push({ type, ok: false, error: error.code })
    }
  }
  return results
}

async function takeBack(by: ActionBy, ticket: TicketRow, undo: Undo): Promise<void> {
  const { companyId } = ticket
  switch (undo.type) {
    case 'place':
      return restorePlace(by, ticket, undo)
    case 'priority':
      if ((ticket.priority ?? 'none') === undo.before) return
      if ((ticket.priority ?? 'none') !== undo.after) throw new AppError('ERR_CONFLICT')
      await transitionTicket(by, ticket, { priority: undo.before })
      return
    case 'snooze':
      // Its closing, which was taken back before, has ended the snooze.
      if ((ticket.snoozedUntil ?? null) === undo.before) return
      if (ticket.snoozedUntil !== undo.after) throw new AppError('ERR_CONFLICT')
      await (undo.before === null ? wakeTicket(by, ticket) : snoozeTicket(by, ticket, { until: undo.before }))
      return
    case 'note':
      await deleteNote(companyId, undo.noteId)
      return publishNoteDeleted(ticket, undo.noteId)
    case 'tags': {
      let now = ticket
      for (const id of undo.added) now = (await removeTag(companyId, now, id, by.viewer)).ticket
      for (const id of undo.removed) now = (await addTag(companyId, now, id, by.viewer)).ticket
      if (now !== ticket) await publishTicket(now, ticket)
    }
  }
}

const isAt = ({ status, user, queue }: TicketRow, place: Place): boolean =>
  status === place.status && (user?.id ?? null) === place.userId && (queue?.id ?? null) === place.queueId

/** Puts a ticket back where it was; a farewell that may have been sent keeps it closed. */
async function restorePlace(
  by: ActionBy,
  ticket: TicketRow,
  { before: to, after, farewellAt }: Extract<Undo, { type: 'place' }>,
): Promise<void> {
  const { companyId } = ticket
  if (farewellAt !== undefined && Date.now() > farewellAt) throw new AppError('ERR_CONFLICT')
  const [user, queue] = await Promise.all([
    to.userId === null ? null : getUser(companyId, to.userId),
    to.queueId === null ? null : getQueue(companyId, to.queueId),
  ])
  if (user === undefined || queue === undefined || to.status === 'closed') throw new AppError('ERR_CONFLICT')
  const timers = await timersFor(ticket, to.status)
  const place = {
    status: to.status,
    user: user && { id: user.id, name: user.name },
    queue: queue && { id: queue.id, name: queue.name, color: queue.color },
  }
  const changed = await changeTicket(companyId, ticket, now => {
    if (!isAt(now, after)) throw new AppError('ERR_CONFLICT')
    return {
      set: { ...place, ...timers.set },
      takesBack: true,
      extra: timers.writes,
      logs:
        to.status === 'pending'
          ? [{ type: 'pending', user: by.user, queue: place.queue }]
          : now.status === 'closed'
            ? [{ type: 'reopen', user: by.user, queue: place.queue }]
            : [
                { type: 'transfered', user: by.user, queue: now.queue },
                { type: 'receivedTransfer', user: place.user, queue: place.queue },
              ],
    }
  })
  await Promise.all([publishTicket(changed.ticket, changed.before), publishTicketLogs(changed.ticket, changed.logs)])
}
