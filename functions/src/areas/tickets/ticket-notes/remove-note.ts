import { mayAccess } from '@balcao/shared/access.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { removeNotice } from '../../../data/tickets/notice.ts'
import { getTicket } from '../../../data/tickets/ticket.ts'
import { deleteNote, getNote } from '../../../data/tickets/ticket-note.ts'
import { publishNoteDeleted } from '../../../messaging/publish-ticket.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

/** Deletes one's own note; admins any. One that is gone is no error. */
export const removeNote: Operations['ticketNotes']['remove'] = async (ctx, { params }) => {
  const { companyId, actor } = ctx
  const note = await getNote(companyId, params.id)
  if (!note) return
  // Its ticket was deleted: the note is about to be removed too.
  if (!(await getTicket(companyId, note.ticketId))) return
  const { ticket } = await visibleTicket(ctx, note.ticketId)
  if (note.user.id !== actor.userId && !mayAccess('admin', actor)) throw new AppError('ERR_NO_PERMISSION')
  // Before the note: a repetition after it would find no note that says in whose bells it stands.
  await removeNotice(
    companyId,
    note.id,
    (note.mentions ?? []).map(({ id }) => id),
  )
  await deleteNote(companyId, note.id)
  await publishNoteDeleted(ticket, note.id)
}
