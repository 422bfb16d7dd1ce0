import { mayAccess } from '@balcao/shared/access.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { ScopedUser } from '@balcao/shared/events/queues.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import {
  defaultWhatsapp,
  getWhatsapp,
  listWhatsapps,
  requireWhatsapp,
  type WhatsappRow,
} from '../../../data/channels/whatsapp.ts'
import { requireContact } from '../../../data/contacts/contact.ts'
import { requireQueue } from '../../../data/team/queue.ts'
import { requireUser } from '../../../data/team/user.ts'
import { hiddenContacts } from '../../../data/tickets/contact-access.ts'
import { lastContactAtOf, otherOpenTicket } from '../../../data/tickets/ticket.ts'
import { toWireTicket } from '../../../data/tickets/wire.ts'
import { failingAs } from '../../../http/failing-as.ts'
import { publishTicket, publishTicketLogs } from '../../../messaging/publish-ticket.ts'
import { recordConnection } from '../../../messaging/record-connection.ts'
import { createArmedTicket } from '../../../messaging/ticket-timers.ts'
import { type Caller, callerOf } from '../caller.ts'
import type { Operations } from '../operations.ts'

/**
 * Creates a ticket. Everybody but admins chooses one of their own queues; a transfer may go to any.
 * @throws ERR_NO_PERMISSION for another queue
 */
export const createTicket: Operations['tickets']['create'] = async (ctx, { body }) => {
  const { companyId } = ctx
  const isAdmin = mayAccess('admin', ctx.actor)
  if (!body.queueId && !isAdmin)
    throw new AppError('ERR_VALIDATION', {
      details: [{ path: 'queueId', code: 'required', field: 'ticket.queueId' }],
    })
  const caller = await callerOf(ctx)
  const hidden = await hiddenContacts(companyId, caller.viewer, [body.contactId])
  if (hidden.size > 0) throw new AppError('ERR_NO_PERMISSION')
  const [contact, queue, whatsapp, user] = await Promise.all([
    requireContact(companyId, body.contactId),
    body.queueId ? requireQueue(companyId, body.queueId) : null,
    connectionFor(companyId, caller, body.whatsappId ?? null, body.contactId),
    body.status === 'pending' ? null : userFor(companyId, caller, body.userId),
  ])
  if (contact.blocked) throw new AppError('ERR_CONTACT_BLOCKED')
  if (queue && !isAdmin && !caller.viewer.queueIds.includes(queue.id)) throw new AppError('ERR_NO_PERMISSION')
  const lastContactAt = contact.scoped ? await lastContactAtOf(companyId, whatsapp.id, contact.id) : null
  const made = await failingAs('ERR_CREATING_TICKET', () =>
    createArmedTicket(
      companyId,
      { contact, whatsapp, queue, user, status: user ? 'open' : 'pending', lastContactAt },
      { by: caller.user, logs: user ? [{ type: 'open', user, queue }] : [] },
    ),
  )
  if (made.outcome === 'exists') throw otherOpenTicket(made.ticket)
  await Promise.all([
    publishTicket(made.ticket),
    publishTicketLogs(made.ticket, made.logs),
    recordConnection(companyId, contact.id, whatsapp.id, contact),
  ])
  return toWireTicket(made.ticket)
}

/**
 * Returns the connection: for a metaPage's customer their metaPage; else the requested one, else
 * the caller's own while it exists, else the company's default.
 */
async function connectionFor(companyId: string, caller: Caller, id: string | null, contactId: string) {
  const { scoped, isGroup } = await requireContact(companyId, contactId)
  if (scoped) return pageOf(companyId, scoped)
  const reaches = (row: WhatsappRow) => {
    const { startsByNumber, groups } = capabilitiesOf(row)
    return startsByNumber && (groups || !isGroup)
  }
  const own = !id && caller.whatsappId ? await getWhatsapp(companyId, caller.whatsappId) : undefined
  if (own && reaches(own)) return own
  const row = id ? await requireWhatsapp(companyId, id) : await defaultWhatsapp(companyId)
  if (!reaches(row)) throw new AppError('ERR_CHANNEL_UNSUPPORTED')
  return row
}

/** Returns the metaPage of a customer, who is reached over it alone. */
async function pageOf(companyId: string, { accountId }: ScopedUser) {
  const page = (await listWhatsapps(companyId)).find(row => row.accountId === accountId)
  if (!page) throw new AppError('ERR_NO_WAPP_FOUND')
  return page
}

async function userFor(companyId: string, caller: Caller, id: string | null | undefined): Promise<UserRef | null> {
  if (id === null) return null
  return id === undefined || id === caller.user.id ? caller.user : requireUser(companyId, id)
}
