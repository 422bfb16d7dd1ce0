import { toWireTicket } from '../../../data/tickets/wire.ts'
import { assertSnoozeTime, snoozeTicket as snooze } from '../../../messaging/snooze-ticket.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

export const snoozeTicket: Operations['tickets']['snooze'] = async (ctx, { params, body }) => {
  const until = Date.parse(body.until)
  assertSnoozeTime(until)
  const caller = await visibleTicket(ctx, params.id)
  const { seenContactMessage } = body
  return toWireTicket((await snooze(caller, caller.ticket, { until, seenContactMessage })).ticket)
}
