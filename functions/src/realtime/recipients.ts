/**
 * Decides who gets a realtime event, and which part of it: pure, over the rows of the open sockets.
 */
import { mayAccess } from '@balcao/shared/access.ts'
import type { TicketStatus } from '@balcao/shared/entities/ticket.ts'
import type { Payload, RealtimeChannel } from '@balcao/shared/events/realtime.ts'
import { shouldNotify } from '@balcao/shared/rules/notification.ts'
import { maySeeQuickMessage } from '@balcao/shared/rules/quick-message-visibility.ts'
import { maySeeSchedule, maySeeTicket } from '@balcao/shared/rules/ticket-visibility.ts'
import { mayHaveView } from '@balcao/shared/rules/views/may-have-view.ts'
import type { SocketRow } from '../data/realtime/socket.ts'

/** Fields that decide who may see a ticket. */
export type TicketVisibility = { id: string; status: TicketStatus; queueId: string | null; userId: string | null }

export type Audience = {
  /**
   * The current ticket it is about. Required for `ticket`, `appMessage`, `presence` and
   * `draftOrder`.
   */
  ticket?: TicketVisibility
  /**
   * The ticket's earlier state, when status, queue or user changed: users who saw it there learn
   * that it left.
   */
  previous?: Omit<TicketVisibility, 'id'>
  /** States of the live tickets of the contact it is about. Required for `schedule`. */
  live?: readonly Omit<TicketVisibility, 'id' | 'status'>[]
  /** Only these users. */
  userIds?: readonly string[]
  /** Socket that is left out. */
  exceptConnectionId?: string
}

export const ticketsRoom = (status: TicketStatus): string => `tickets:${status}`
export const chatRoom = (ticketId: string): string => `chat:${ticketId}`
/** Returns the tickets whose conversation a socket has open. */
export const chatsOf = (socket: SocketRow): string[] =>
  socket.rooms.filter(room => room.startsWith('chat:')).map(room => room.slice('chat:'.length))
export const NOTIFICATION_ROOM = 'notification'
/** Room of the tabs that are visible. */
export const SCREEN_ROOM = 'screen'

const isAdmin = (socket: SocketRow): boolean => mayAccess('admin', socket)

/** Returns the payload for `socket`, or undefined for none. */
export function payloadFor<C extends RealtimeChannel>(
  socket: SocketRow,
  channel: C,
  payload: Payload<C>,
  audience: Audience,
): Payload<C> | undefined {
  if (audience.exceptConnectionId === socket.connectionId) return undefined
  if (audience.userIds && !audience.userIds.includes(socket.userId)) return undefined
  const rule = RECIPIENT_RULES[channel] as RecipientRule<C>
  return rule(socket, payload, audience)
}

type RecipientRule<C extends RealtimeChannel> = (
  socket: SocketRow,
  payload: Payload<C>,
  audience: Audience,
) => Payload<C> | undefined

/**
 * Hides the QR code, which pairs a phone, from users who may not pair one, and the test phone from
 * users who may not edit connections.
 */
const connection = <T extends { qrcode: string; phoneTest: string }>(socket: SocketRow, row: T): T =>
  isAdmin(socket) ? row : { ...row, qrcode: '', phoneTest: '' }

const everyone = <C extends RealtimeChannel>(_: SocketRow, payload: Payload<C>): Payload<C> => payload

const RECIPIENT_RULES: { [C in RealtimeChannel]: RecipientRule<C> } = {
  ticket(socket, payload, { ticket, previous }) {
    if (!ticket) return undefined
    const inChat = socket.rooms.includes(chatRoom(ticket.id))
    const sees = maySeeTicket(socket, ticket)
    switch (payload.action) {
      case 'log':
      case 'note':
      case 'deleteNote':
      case 'viewers':
        return sees && inChat ? payload : undefined
      default: {
        const inLists =
          socket.rooms.includes(ticketsRoom(ticket.status)) ||
          (previous
            ? socket.rooms.includes(ticketsRoom(previous.status))
            : socket.rooms.some(room => room.startsWith('tickets:'))) ||
          socket.rooms.includes(NOTIFICATION_ROOM)
        if (!inChat && !inLists) return undefined
        if (sees) return payload
        // It moved out of this user's sight: they only learn that it is gone.
        return previous && maySeeTicket(socket, previous)
          ? { action: 'delete', ticketId: ticket.id, status: previous.status }
          : undefined
      }
    }
  },
  appMessage(socket, payload, { ticket }) {
    if (!ticket || !maySeeTicket(socket, ticket)) return undefined
    const inChat = socket.rooms.includes(chatRoom(ticket.id))
    if (payload.action === 'update') return inChat ? payload : undefined
    const receives =
      inChat || socket.rooms.includes(ticketsRoom(ticket.status)) || socket.rooms.includes(NOTIFICATION_ROOM)
    if (!receives) return undefined
    const user = { id: socket.userId, queueIds: socket.queueIds, allTicket: socket.allTicket }
    return { ...payload, notify: payload.notify && shouldNotify(user, payload.ticket) }
  },
  presence(socket, payload, { ticket }) {
    if (!ticket || !maySeeTicket(socket, ticket)) return undefined
    const receives =
      socket.rooms.includes(chatRoom(ticket.id)) ||
      // The contact's typing shows in the list too.
      (payload.user === null && socket.rooms.includes(ticketsRoom(ticket.status)))
    return receives ? payload : undefined
  },
  /** Admins get the full row of a colleague, as on the wire. */
  user(socket, payload) {
    const id = payload.action === 'delete' ? payload.userId : payload.user.id
    // Operators of the installation are not among a company's users.
    if (payload.action !== 'delete' && payload.user.super && !socket.super && id !== socket.userId) return undefined
    return isAdmin(socket) || id === socket.userId ? payload : undefined
  },
  whatsapp: (socket, payload) =>
    payload.action === 'delete' ? payload : { ...payload, whatsapp: connection(socket, payload.whatsapp) },
  whatsappSession: (socket, payload) => ({ ...payload, session: connection(socket, payload.session) }),
  /**
   * For the user who requested it, and for admins, as on the wire; support gets no link to the
   * company's archive.
   */
  job: (socket, payload) =>
    !(socket.support && payload.job.kind === 'companyExport') &&
    (isAdmin(socket) || payload.job.user.id === socket.userId)
      ? payload
      : undefined,
  /** Imports of other systems are for admins, as on the wire. */
  dataImport: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  contact: everyone<'contact'>,
  queue: everyone<'queue'>,
  /** Menus are for admins, as on the wire. */
  queueOption: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  tag: everyone<'tag'>,
  invitation: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  zone: everyone<'zone'>,
  zoneDetail: everyone<'zoneDetail'>,
  /** One that a user does not see any more is deleted for them. */
  quickMessage(socket, payload) {
    if (payload.action === 'delete' || maySeeQuickMessage(payload.quickMessage, socket)) return payload
    return payload.action === 'update' ? { action: 'delete', quickMessageId: payload.quickMessage.id } : undefined
  },
  /** One that became private again is deleted for all but its author. */
  macro(socket, payload) {
    if (payload.action === 'delete' || payload.macro.shared) return payload
    const { id, userId } = payload.macro
    if (userId === socket.userId) return payload
    return payload.action === 'update' ? { action: 'delete', macroId: id } : undefined
  },
  /** One that a user does not have any more is deleted for them. */
  view(socket, payload) {
    if (payload.action === 'delete' || mayHaveView(payload.view, socket)) return payload
    return payload.action === 'update' ? { action: 'delete', viewId: payload.view.id } : undefined
  },
  holiday: everyone<'holiday'>,
  /** Visible like its contact's live tickets; deleted for users who may no longer see those. */
  schedule(socket, payload, { live }) {
    if (payload.action === 'delete') return payload
    const { id, userId } = payload.schedule
    if (live && maySeeSchedule(socket, live, userId)) return payload
    return payload.action === 'update' ? { action: 'delete', scheduleId: id } : undefined
  },
  template: everyone<'template'>,
  store: everyone<'store'>,
  category: everyone<'category'>,
  product: everyone<'product'>,
  /**
   * A product's cost to the company is hidden from sellers; users who may change prices read it
   * with the list.
   */
  productStore(socket, payload) {
    if (payload.action === 'delete' || isAdmin(socket)) return payload
    const { costPrice: _, ...productStore } = payload.productStore
    return { ...payload, productStore }
  },
  portfolio: everyone<'portfolio'>,
  customer: everyone<'customer'>,
  customerAddress: everyone<'customerAddress'>,
  payment: everyone<'payment'>,
  /** Invoices are for admins, as on the wire. */
  invoice: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  /** Notices of all companies are for the operator, as on the wire. */
  paymentNotice: (socket, payload) => (socket.super ? payload : undefined),
  paymentDetail: everyone<'paymentDetail'>,
  statusBudGet: everyone<'statusBudGet'>,
  rate: everyone<'rate'>,
  coupon: everyone<'coupon'>,
  contract: everyone<'contract'>,
  budGet: everyone<'budGet'>,
  /** Campaigns and their contact lists are for admins, as on the wire. */
  contactList: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  contactListItem: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  campaign: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  campaignSettings: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  campaignReport: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  /** Never by accident to a whole company: each event names its users. */
  chat: (_, payload, { userIds }) => (userIds ? payload : undefined),
  chatMessage: (_, payload, { userIds }) => (userIds ? payload : undefined),
  /** An inactive one is deleted for all but its authors. */
  announcement(socket, payload) {
    if (payload.action === 'delete' || payload.announcement.status || socket.super) return payload
    return payload.action === 'update' ? { action: 'delete', announcementId: payload.announcement.id } : undefined
  },
  help: everyone<'help'>,
  file: everyone<'file'>,
  /** Prompts and integrations are for admins, as on the wire. */
  prompt: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  knowledge: everyone<'knowledge'>,
  queueIntegration: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  webhook: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  goal: everyone<'goal'>,
  field: everyone<'field'>,
  rule: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  delivery: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  /**
   * Also to users who have it in a list, and to other screens, which keep lists too: closing it
   * there asks about the draft.
   */
  draftOrder(socket, payload, { ticket }) {
    if (!ticket || !maySeeTicket(socket, ticket)) return undefined
    const rooms = [chatRoom(ticket.id), ticketsRoom(ticket.status), NOTIFICATION_ROOM]
    return rooms.some(room => socket.rooms.includes(room)) ? payload : undefined
  },
  botCall: (socket, payload, { ticket }) =>
    ticket && maySeeTicket(socket, ticket) && socket.rooms.includes(chatRoom(ticket.id)) ? payload : undefined,
  plan: everyone<'plan'>,
  company: everyone<'company'>,
  settings: everyone<'settings'>,
  /** For the named user only. */
  preferences: (_, payload, { userIds }) => (userIds ? payload : undefined),
  /** For the users in whose bell it is. */
  notice: (_, payload, { userIds }) => (userIds ? payload : undefined),
  /** For the user who wrote it only, and nobody who acts as them for support, as on the wire. */
  textDraft: (socket, payload, { userIds }) => (userIds && !socket.support ? payload : undefined),
  /** For the user who asked only. */
  copilot: (_, payload, { userIds }) => (userIds ? payload : undefined),
  /** Never by accident to a whole company. */
  auth: (_, payload, { userIds }) => (userIds ? payload : undefined),
}
