import type { Payload } from '@balcao/shared/events/realtime.ts'
import { newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import type { SocketRow } from '../data/realtime/socket.ts'
import { chatRoom, NOTIFICATION_ROOM, payloadFor, SCREEN_ROOM, ticketsRoom } from './recipients.ts'

const queueId = newId()
const ticket = { id: newId(), status: 'open', queueId, userId: null } as const
const payload = { action: 'update', ticketId: ticket.id, draft: null } as const

const socketIn = (room: string, queueIds = [queueId]) =>
  ({
    connectionId: newId(),
    userId: newId(),
    profile: 'user',
    super: false,
    allTicket: 'disabled',
    queueIds,
    rooms: [room],
  }) as never as SocketRow

it.each([
  ['the conversation', chatRoom(ticket.id), true],
  ['the list', ticketsRoom('open'), true],
  ['another screen, which keeps the list', NOTIFICATION_ROOM, true],
  ['another list', ticketsRoom('closed'), false],
  ['no room of tickets', SCREEN_ROOM, false],
])('a draft order is for whoever sees its ticket and has %s open', (_, room, receives) => {
  expect(payloadFor(socketIn(room), 'draftOrder', payload, { ticket })).toEqual(receives ? payload : undefined)
  expect(payloadFor(socketIn(room, []), 'draftOrder', payload, { ticket })).toBeUndefined()
})

it('a begun text is for its author, and not for whoever acts as them for support', () => {
  const socket = socketIn(NOTIFICATION_ROOM)
  const about = { ticketId: ticket.id, kind: 'reply' as const, version: 1, updatedAt: new Date(0).toISOString() }
  const begun: Payload<'textDraft'> = { action: 'update', draft: { ...about, text: 'Oi' } }
  const shown = (each: SocketRow, userIds = [socket.userId]) => payloadFor(each, 'textDraft', begun, { userIds })
  expect(shown(socket)).toEqual(begun)
  expect(shown({ ...socket, support: true })).toBeUndefined()
  expect(shown(socket, [newId()])).toBeUndefined()
})
