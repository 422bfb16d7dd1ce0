import { AppError } from '@balcao/shared/errors.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import type { MessageRow } from '../../../data/tickets/message-row.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import type { UserContext } from '../../../http/context.ts'
import { failingAs } from '../../../http/failing-as.ts'
import { canPoll } from '../../../messaging/can-poll.ts'
import { contentOf } from '../../../messaging/outgoing.ts'
import { type Sent, sendMessage } from '../../../messaging/send-message.ts'
import { copyKept } from '../../store-upload.ts'
import { type Caller, requireWritable } from '../caller.ts'
import { requestDigest } from './request-digest.ts'

interface Forwarding {
  message: MessageRow
  ticket: TicketRow
  user: Caller['user']
  /** Idempotency key, and the digest of what was asked with it. */
  clientId?: string | undefined
  request?: string | undefined
}

/**
 * Sends a message's content in a ticket. Its file is copied there, since either conversation may be
 * deleted without the other.
 * @throws ERR_FORWARD_WAPP_MSG, and what `requireWritable` and `sendMessage` throw
 */
export async function forwardInto(ctx: UserContext, given: Forwarding): Promise<Sent> {
  const { message, ticket, user, clientId, request } = given
  requireWritable(ticket)
  const content = await contentFor(ctx.companyId, message, ticket, clientId ?? newId())
  return failingAs('ERR_CREATING_MESSAGE', () =>
    sendMessage(ctx, { ticket, content, origin: 'attendant', acceptedOnly: true, user, clientId, request }),
  )
}

/**
 * Returns what of a message can be sent again; undefined for a deleted one, a call, an unknown kind
 * and a file that did not arrive. Of a template it is what it shows: the template itself belongs to
 * one business account, and Meta charges for it.
 */
export function forwardable(message: MessageRow): OutboundContent | undefined {
  const content = message.isDeleted ? undefined : shownBy(contentOf(message))
  return content?.kind === 'text' && content.body.trim() === '' ? undefined : content
}

function shownBy(content: OutboundContent | undefined): OutboundContent | undefined {
  if (content?.kind !== 'template') return content
  const { body, media } = content
  return media ? { kind: 'media', body, media } : { kind: 'text', body }
}

async function contentFor(
  companyId: string,
  message: MessageRow,
  { id: ticketId, whatsapp: { id: connectionId } }: TicketRow,
  clientId: string,
): Promise<OutboundContent> {
  const content = forwardable(message)
  if (!content) throw new AppError('ERR_FORWARD_WAPP_MSG')
  if (content.kind === 'poll' && !(await canPoll(companyId, connectionId))) return { kind: 'text', body: content.body }
  if (content.kind !== 'media') return content
  // A repeated call finds its copy; one with other content overwrites none.
  const media = await copyKept(companyId, ticketId, content.media, requestDigest(clientId, message.id))
  if (!media) throw new AppError('ERR_FORWARD_WAPP_MSG')
  return { ...content, media }
}
