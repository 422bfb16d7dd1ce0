import { toWireTicket } from '../../../data/tickets/wire.ts'
import { wakeTicket as wake } from '../../../messaging/snooze-ticket.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

export const wakeTicket: Operations['tickets']['wake'] = async (ctx, { params }) => {
  const caller = await visibleTicket(ctx, params.id)
  return toWireTicket((await wake(caller, caller.ticket)).ticket)
}
