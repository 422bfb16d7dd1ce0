import { fieldsChange } from '../../../data/fields/field-values.ts'
import { requireTicketToChange } from '../../../data/tickets/ticket.ts'
import { acts, assertActs } from '../../../data/tickets/ticket-list.ts'
import { toWireTicket } from '../../../data/tickets/wire.ts'
import { setTicketFields } from '../../../messaging/set-ticket-fields.ts'
import { transitionTicket } from '../../../messaging/transition-ticket.ts'
import { requireAnswering } from '../../require-answering.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

/**
 * Changes a ticket as its body says: a transition, its bot, its connection, its priority, its
 * fields, of which a wrong value refuses the rest too.
 */
export const updateTicket: Operations['tickets']['update'] = async (ctx, { params, body }) => {
  const { ticket, viewer, user } = await visibleTicket(ctx, params.id, requireTicketToChange)
  await requireAnswering(ctx.companyId, body)
  const { fields, ...others } = body
  const change = fields && (await fieldsChange(ctx.companyId, 'ticket', fields))
  change?.apply(ticket.fields)
  // Refused before the transition, which would stand.
  if (change && others.userId !== user.id) assertActs(viewer, ticket)
  const changed = await transitionTicket({ viewer, user }, ticket, others)
  if (!change) return toWireTicket(changed.ticket)
  // Whoever passes a ticket on may still say what it was about.
  const isPassedOn = changed.ticket !== changed.before && acts(viewer, changed.before)
  const mover = { viewer: isPassedOn ? null : viewer, user }
  return toWireTicket(await setTicketFields(mover, changed.ticket, change))
}
