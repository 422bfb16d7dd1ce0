import { AppError } from '@balcao/shared/errors.ts'
import { removeAuthRows } from '../../data/auth-rows.ts'
import { liveTicketsOf } from '../../data/live-ticket.ts'
import { type Changed, changeTicket } from '../../data/ticket.ts'
import { getWhatsapp } from '../../data/whatsapp.ts'

/** Tickets closed at a time. */
const PARALLEL = 8

/** A connection was deleted: its credentials go, and its live tickets, over which nobody can write any more, are closed. */
export async function removeConnection(
  companyId: string,
  connectionId: string,
  tell: (changed: Changed) => Promise<void>,
): Promise<void> {
  // Never of a connection that is there.
  if (await getWhatsapp(companyId, connectionId)) return
  await removeAuthRows(companyId, connectionId)
  for await (const ids of liveTicketsOf(companyId, connectionId))
    for (let i = 0; i < ids.length; i += PARALLEL)
      await Promise.all(ids.slice(i, i + PARALLEL).map(id => close(companyId, id, tell)))
}

async function close(companyId: string, id: string, tell: (changed: Changed) => Promise<void>): Promise<void> {
  try {
    const changed = await changeTicket(companyId, id, now =>
      now.status === 'closed'
        ? undefined
        : { set: { status: 'closed' }, logs: [{ type: 'closed', user: now.user, queue: now.queue }] },
    )
    if (changed.ticket !== changed.before) await tell(changed)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'ERR_NO_TICKET_FOUND')) throw error
  }
}
