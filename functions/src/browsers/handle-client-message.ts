/** Handles the messages of a browser over its WebSocket. */
import {
  type ClientMessage,
  ClientMessage as ClientMessageSchema,
  JOINED,
  MAX_CLIENT_MESSAGE_LENGTH,
  TOO_FAST,
} from '@balcao/shared/events/realtime.ts'
import { maySeeTicket } from '@balcao/shared/rules/ticket-visibility.ts'
import { getLiveSession, getSession } from '../data/account/session.ts'
import { getLiveSupport } from '../data/account/support-session.ts'
import { getContact } from '../data/contacts/contact-row.ts'
import { getSocket, joinRoom, leaveRoom, ownerOfSocket, type SocketRow } from '../data/realtime/socket.ts'
import { getTicket } from '../data/tickets/ticket.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { logger } from '../http/logger.ts'
import { createRateLimiter } from '../http/rate-limiter.ts'
import { isPaidNow } from '../http/require-paid.ts'
import { chatOf, sendPresence } from '../messaging/chat-commands.ts'
import { closeSocket } from '../realtime/close-socket.ts'
import { evict } from '../realtime/evict.ts'
import { forgetSocket } from '../realtime/forget-socket.ts'
import { disconnectSocket, post } from '../realtime/gateway.ts'
import { showOnline } from '../realtime/online.ts'
import { publish, send } from '../realtime/publish.ts'
import { chatRoom, NOTIFICATION_ROOM, SCREEN_ROOM, ticketsRoom } from '../realtime/recipients.ts'
import { visibilityOf } from '../realtime/ticket-visibility.ts'
import { publishViewers } from '../realtime/viewers.ts'
import { typingDedupId, typingRateLimiter } from './typing-rate-limiter.ts'

const PONG = JSON.stringify({ event: 'pong' })
const WARNING = JSON.stringify({ event: TOO_FAST })

/**
 * Rate of a socket's messages: a tab that opens joins some ten rooms at once; a person who leafs
 * through conversations sends two for each.
 */
const messageRate = createRateLimiter({ burst: 60, perSecond: 10, debt: 120 })

/** Drops the rate of a socket that is gone. */
export const dropMessageRate = messageRate.forget

/**
 * Handles a message. A socket is closed if its session is over, its company is past its due date or
 * disabled, or it is unknown; a message that is not in the API contract is ignored. Browsers ping
 * every 18 seconds, so each of these is detected within a minute. Messages that come too fast are
 * dropped before anything is read: the first is answered by an event (the browser then joins its
 * rooms anew), the next by nothing, and a socket that goes on is closed. Long messages count for
 * more.
 */
export async function handleClientMessage(connectionId: string, text: string): Promise<void> {
  const verdict = messageRate.take(connectionId, Date.now(), 1 + Math.floor(text.length / MAX_CLIENT_MESSAGE_LENGTH))
  if (verdict === 'close') return closeSocket(connectionId, 'tooFast')
  if (verdict === 'warn') return warn(connectionId)
  if (verdict === 'refuse') return
  const message = parse(text)
  if (!message) return
  const companyId = await ownerOfSocket(connectionId)
  const socket = companyId ? await getSocket(companyId, connectionId) : undefined
  if (!companyId || !socket) return disconnectSocket(connectionId)
  const { support, sessionId } = socket
  if (support && !(await getLiveSupport(companyId, sessionId)))
    return evict(companyId, socket.userId, 'ended', sessionId)
  if (!support && !(await getLiveSession(companyId, socket.userId, sessionId))) {
    const other = await getSession(companyId, socket.userId)
    return evict(companyId, socket.userId, other ? 'replaced' : 'ended', socket.sessionId)
  }
  if (!socket.super && !support && !(await isPaidNow(companyId))) {
    await disconnectSocket(connectionId)
    return forgetSocket(socket)
  }
  await runClientMessage(socket, message)
}

async function warn(connectionId: string): Promise<void> {
  try {
    await post(connectionId, WARNING)
  } catch (error) {
    logger.warn('a socket could not be warned', { error: error as Error })
  }
}

function parse(text: string): ClientMessage | undefined {
  if (text.length > MAX_CLIENT_MESSAGE_LENGTH) return undefined
  try {
    return ClientMessageSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

async function runClientMessage(socket: SocketRow, message: ClientMessage): Promise<void> {
  const { companyId, connectionId } = socket
  switch (message.action) {
    case 'ping':
      return send(socket, PONG)
    case 'ready':
    case 'userStatus':
      return socket.support ? undefined : showOnline(companyId, socket.userId)
    case 'joinTickets':
      await enterRoom(socket, ticketsRoom(message.status), message.seq)
      return
    case 'leaveTickets':
      await leaveRoom(companyId, connectionId, ticketsRoom(message.status))
      return
    case 'joinNotification':
      await enterRoom(socket, NOTIFICATION_ROOM, message.seq)
      return
    case 'leaveNotification':
      await leaveRoom(companyId, connectionId, NOTIFICATION_ROOM)
      return
    case 'joinScreen':
      await enterRoom(socket, SCREEN_ROOM, message.seq)
      return
    case 'leaveScreen':
      await leaveRoom(companyId, connectionId, SCREEN_ROOM)
      return
    case 'joinChatBox': {
      if (!(await visibleTicket(socket, message.ticketId))) return
      if (await enterRoom(socket, chatRoom(message.ticketId), message.seq))
        await publishViewers(companyId, message.ticketId)
      return
    }
    case 'leaveChatBox':
      if (!socket.rooms.includes(chatRoom(message.ticketId))) return
      await leaveRoom(companyId, connectionId, chatRoom(message.ticketId))
      return publishViewers(companyId, message.ticketId)
    case 'typing':
      return publishTyping(socket, message.ticketId, message.typing)
  }
}

/**
 * Adds the socket to a room and then acknowledges the join, if it has a number: an event published
 * earlier may have missed the socket, so the browser reads again what it had read before. Returns
 * false if the socket no longer exists.
 */
async function enterRoom(socket: SocketRow, room: string, seq: number | undefined): Promise<boolean> {
  if (!(await joinRoom(socket.companyId, socket.connectionId, room))) return false
  if (seq !== undefined) await send(socket, JSON.stringify({ event: JOINED, payload: { seq } }))
  return true
}

async function visibleTicket(socket: SocketRow, ticketId: string): Promise<TicketRow | undefined> {
  const ticket = await getTicket(socket.companyId, ticketId)
  return ticket && maySeeTicket(socket, visibilityOf(ticket)) ? ticket : undefined
}

const mayPublishTyping = typingRateLimiter()

/**
 * Publishes typing to the others in the conversation, and, if it is its attendant's, to the contact
 * by WhatsApp's own sign.
 */
async function publishTyping(socket: SocketRow, ticketId: string, typing: boolean): Promise<void> {
  if (!socket.rooms.includes(chatRoom(ticketId))) return
  const now = Date.now()
  if (!mayPublishTyping(socket.userId, ticketId, typing, now)) return
  const ticket = await visibleTicket(socket, ticketId)
  if (!ticket) return
  const presence = typing ? 'composing' : 'paused'
  await publish(
    socket.companyId,
    'presence',
    { ticketId, presence, user: { id: socket.userId, name: socket.userName } },
    { ticket: visibilityOf(ticket), exceptConnectionId: socket.connectionId },
  )
  if (ticket.status !== 'open') return
  const contact = await getContact(socket.companyId, ticket.contact.id)
  if (!contact || contact.blocked) return
  const dedupId = typingDedupId(socket.userId, ticketId, typing, now)
  await sendPresence(chatOf(socket.companyId, ticket.whatsapp.id, contact), presence, dedupId)
}
