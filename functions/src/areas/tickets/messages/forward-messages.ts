import { mayAccess } from '@balcao/shared/access.ts'
import { TicketHolder } from '@balcao/shared/entities/ticket.ts'
import { AppError, ERRORS, type ErrorCode } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { CLOUD_MEDIA_ERRORS } from '@balcao/shared/rules/cloud-media-limits.ts'
import { requireContact } from '../../../data/contacts/contact.ts'
import { requireQueue } from '../../../data/team/queue.ts'
import { liveTicketsOfContacts } from '../../../data/tickets/contact-access.ts'
import { requireMessage } from '../../../data/tickets/message.ts'
import type { MessageRow } from '../../../data/tickets/message-row.ts'
import { getTickets } from '../../../data/tickets/ticket.ts'
import { assertSees, sees } from '../../../data/tickets/ticket-list.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import type { UserContext } from '../../../http/context.ts'
import { type Caller, callerOf, visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'
import { createTicket } from '../tickets/create-ticket.ts'
import { forwardable, forwardInto } from './forward-into.ts'
import { requestDigest } from './request-digest.ts'

/** Refusals of one message, after which the next one is tried. */
const OF_MESSAGE: readonly ErrorCode[] = ['ERR_FORWARD_WAPP_MSG', ...CLOUD_MEDIA_ERRORS]

/**
 * Sends the content of messages to contacts, to each in the order given; the caller must see all
 * of them. Nothing is sent if one id is refused. A contact who cannot be written to (the window is
 * closed, nobody accepted the ticket) is named in the answer, and the others get theirs.
 */
export const forwardMessages: Operations['messages']['forwardMany'] = async (ctx, { body }) => {
  const { companyId } = ctx
  const { queueId } = body
  const contactIds = [...new Set(body.contactIds)]
  const isAdmin = mayAccess('admin', ctx.actor)
  const caller = await callerOf(ctx)
  const [messages, live, queue] = await Promise.all([
    messagesToForward(companyId, caller, body.messageIds),
    liveTicketsOfContacts(companyId, contactIds),
    queueId ? requireQueue(companyId, queueId) : null,
    Promise.all(contactIds.map(id => requireContact(companyId, id))),
  ])
  if (live.some(ticket => !sees(caller.viewer, ticket))) throw new AppError('ERR_NO_PERMISSION')
  if (queue && !isAdmin && !caller.viewer.queueIds.includes(queue.id)) throw new AppError('ERR_NO_PERMISSION')
  const ticketOf = new Map(contactIds.map(id => [id, ticketToUse(live.filter(({ contact }) => contact.id === id))]))
  if (!queue && !isAdmin && [...ticketOf.values()].includes(undefined))
    throw new AppError('ERR_VALIDATION', {
      details: [{ path: 'queueId', code: 'required', field: 'ticket.queueId' }],
    })
  const key = body.clientId ?? newId()
  const contacts = await Promise.all(
    contactIds.map(async contactId => {
      const given = ticketOf.get(contactId)
      const begin = () => given ?? newTicketWith(ctx, contactId, queueId)
      return { contactId, ...(await forwardAll(ctx, { messages, begin, user: caller.user, key, contactId })) }
    }),
  )
  return { contacts }
}

/**
 * Returns the messages, each of a ticket that the caller sees.
 * @throws ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION, ERR_FORWARD_WAPP_MSG with those that say nothing
 */
async function messagesToForward(companyId: string, { viewer }: Caller, ids: readonly string[]): Promise<MessageRow[]> {
  const messages = await Promise.all([...new Set(ids)].map(id => requireMessage(companyId, id)))
  const ticketIds = [...new Set(messages.map(({ ticketId }) => ticketId))]
  const tickets = await getTickets(companyId, ticketIds)
  // Its ticket was deleted and the message waits for the background job.
  if (tickets.length < ticketIds.length) throw new AppError('ERR_NO_MESSAGE_FOUND')
  for (const ticket of tickets) assertSees(viewer, ticket)
  const details = messages.flatMap(message =>
    forwardable(message)
      ? []
      : [{ path: `messageIds.${ids.indexOf(message.id)}`, code: 'ERR_FORWARD_WAPP_MSG' as const }],
  )
  if (details.length > 0) throw new AppError('ERR_FORWARD_WAPP_MSG', { details })
  return messages
}

/**
 * Returns the ticket to write in: an accepted one, of these the oldest, so that a repeated call
 * finds the same.
 */
const ticketToUse = (live: readonly TicketRow[]): TicketRow | undefined =>
  live.toSorted((a, b) => Number(a.status === 'pending') - Number(b.status === 'pending') || (a.id < b.id ? -1 : 1))[0]

/** Starts a ticket with a contact; returns the one that somebody else started meanwhile. */
async function newTicketWith(ctx: UserContext, contactId: string, queueId: string | null): Promise<TicketRow> {
  try {
    const { id } = await createTicket(ctx, {
      params: undefined,
      query: undefined,
      body: { contactId, queueId, status: 'open' },
      files: [],
    })
    return (await visibleTicket(ctx, id)).ticket
  } catch (error) {
    const other = error instanceof AppError ? TicketHolder.safeParse(error.data?.ticket) : undefined
    if (!other?.success) throw error
    return (await visibleTicket(ctx, other.data.id)).ticket
  }
}

interface ForContact {
  messages: readonly MessageRow[]
  begin: () => TicketRow | Promise<TicketRow>
  user: Caller['user']
  key: string
  contactId: string
}

/** Sends all messages to one contact, one after the other, until the contact is refused. */
async function forwardAll(ctx: UserContext, { messages, begin, user, key, contactId }: ForContact) {
  const done = { ticketId: null as string | null, sent: 0, refused: [] as { messageId: string; error: string }[] }
  try {
    let ticket = await begin()
    done.ticketId = ticket.id
    for (const message of messages) {
      const clientId = requestDigest(key, contactId, message.id)
      try {
        ticket = (await forwardInto(ctx, { message, ticket, user, clientId })).ticket
        done.sent++
      } catch (error) {
        const code = refusalOf(error)
        if (!OF_MESSAGE.includes(code)) throw error
        done.refused.push({ messageId: message.id, error: code })
      }
    }
    return { ...done, error: null }
  } catch (error) {
    return { ...done, error: refusalOf(error) }
  }
}

/** Returns the code of a refusal. A failure, after which the call may be repeated, is thrown on. */
function refusalOf(error: unknown): ErrorCode {
  if (error instanceof AppError && ERRORS[error.code].status < 500) return error.code
  throw error
}
