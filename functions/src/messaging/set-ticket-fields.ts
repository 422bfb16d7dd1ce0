import { type FieldsChange, fieldSteps, loggedChanges } from '../data/fields/field-values.ts'
import { changeTicket } from '../data/tickets/ticket.ts'
import { assertActs } from '../data/tickets/ticket-list.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { publishTicket, publishTicketLogs } from './publish-ticket.ts'
import type { Mover } from './transition-ticket.ts'

/**
 * Changes the custom fields of a ticket, with an entry in its history, and publishes it. More than
 * one transaction is only needed where many values change.
 * @throws ERR_VALIDATION with the path of each wrong value, ERR_NO_PERMISSION, ERR_NO_TICKET_FOUND
 */
export async function setTicketFields(
  { viewer, user }: Mover,
  seen: TicketRow,
  { apply, fields }: FieldsChange,
): Promise<TicketRow> {
  let now = seen
  for (let isLast = false; !isLast; ) {
    const changed = await changeTicket(seen.companyId, now, ({ fields: before, ...ticket }) => {
      if (viewer) assertActs(viewer, ticket)
      const [after, ...later] = fieldSteps(before, apply(before))
      isLast = later.length === 0
      const changes = loggedChanges(fields, before, after)
      // Values of deleted fields leave without an entry; what was asked for may be in a later step.
      if (changes.length === 0 && isLast) return undefined
      return {
        set: { fields: after },
        logs: changes.length > 0 ? [{ type: 'fieldsChanged', user, queue: ticket.queue, changes }] : [],
        touch: false,
      }
    })
    now = changed.ticket
    if (now === changed.before) return now
    await Promise.all([publishTicket(now, changed.before), publishTicketLogs(now, changed.logs)])
  }
  return now
}
