/** Who hears a realtime event, and what of it: pure, over the rows of the open sockets. */
import { mayAccess } from '@balcao/shared/access.ts'
import type { TicketStatus } from '@balcao/shared/entities/ticket.ts'
import type { Payload, RealtimeChannel } from '@balcao/shared/events/realtime.ts'
import { shouldNotify } from '@balcao/shared/rules/notification.ts'
import { maySeeSchedule, maySeeTicket } from '@balcao/shared/rules/ticket-visibility.ts'
import type { SocketRow } from '../data/realtime/socket.ts'

/** What decides who may hear of a ticket. */
export type TicketStanding = { id: string; status: TicketStatus; queueId: string | null; userId: string | null }

export type Audience = {
  /** The ticket it is about, as it stands now. Required for `ticket`, `appMessage`, `presence` and `draftOrder`. */
  ticket?: TicketStanding
  /** How the ticket stood before, when status, queue or user changed: who saw it there learns that it left. */
  previous?: Omit<TicketStanding, 'id'>
  /** How the live tickets of the contact stand whom it is about. Required for `schedule`. */
  live?: readonly Omit<TicketStanding, 'id' | 'status'>[]
  /** Only these users. */
  userIds?: readonly string[]
  /** Not on this socket. */
  exceptConnectionId?: string
}

export const ticketsRoom = (status: TicketStatus): string => `tickets:${status}`
export const chatRoom = (ticketId: string): string => `chat:${ticketId}`
/** The tickets whose conversation a socket has open. */
export const chatsOf = (socket: SocketRow): string[] =>
  socket.rooms.filter(room => room.startsWith('chat:')).map(room => room.slice('chat:'.length))
export const NOTIFICATION_ROOM = 'notification'
/** Of the tabs that somebody sees. */
export const SCREEN_ROOM = 'screen'

const isAdmin = (socket: SocketRow): boolean => mayAccess('admin', socket)

/** What `socket` shall be told, or undefined for nothing. */
export function payloadFor<C extends RealtimeChannel>(
  socket: SocketRow,
  channel: C,
  payload: Payload<C>,
  audience: Audience,
): Payload<C> | undefined {
  if (audience.exceptConnectionId === socket.connectionId) return undefined
  if (audience.userIds && !audience.userIds.includes(socket.userId)) return undefined
  const tell = TELL[channel] as Tell<C>
  return tell(socket, payload, audience)
}

type Tell<C extends RealtimeChannel> = (
  socket: SocketRow,
  payload: Payload<C>,
  audience: Audience,
) => Payload<C> | undefined

/** The QR pairs a phone, so only those who may pair one get to see it; the test phone is for those who edit connections. */
const connection = <T extends { qrcode: string; phoneTest: string }>(socket: SocketRow, row: T): T =>
  isAdmin(socket) ? row : { ...row, qrcode: '', phoneTest: '' }

const everyone = <C extends RealtimeChannel>(_: SocketRow, payload: Payload<C>): Payload<C> => payload

const TELL: { [C in RealtimeChannel]: Tell<C> } = {
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
        // It left for where this user may not look: all they learn is that it is gone.
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
    const hears =
      inChat || socket.rooms.includes(ticketsRoom(ticket.status)) || socket.rooms.includes(NOTIFICATION_ROOM)
    if (!hears) return undefined
    const user = { id: socket.userId, queueIds: socket.queueIds, allTicket: socket.allTicket }
    return { ...payload, notify: payload.notify && shouldNotify(user, payload.ticket) }
  },
  presence(socket, payload, { ticket }) {
    if (!ticket || !maySeeTicket(socket, ticket)) return undefined
    const hears =
      socket.rooms.includes(chatRoom(ticket.id)) ||
      // The contact's typing shows in the list too.
      (payload.user === null && socket.rooms.includes(ticketsRoom(ticket.status)))
    return hears ? payload : undefined
  },
  /** The full row of a colleague is for admins, as on the wire. */
  user(socket, payload) {
    const id = payload.action === 'delete' ? payload.userId : payload.user.id
    // Who runs the installation is not among a company's users.
    if (payload.action !== 'delete' && payload.user.super && !socket.super && id !== socket.userId) return undefined
    return isAdmin(socket) || id === socket.userId ? payload : undefined
  },
  whatsapp: (socket, payload) =>
    payload.action === 'delete' ? payload : { ...payload, whatsapp: connection(socket, payload.whatsapp) },
  whatsappSession: (socket, payload) => ({ ...payload, session: connection(socket, payload.session) }),
  /** Of who asked for it, and of admins, as on the wire; support has no link to the archive of the company. */
  job: (socket, payload) =>
    !(socket.support && payload.job.kind === 'companyExport') &&
    (isAdmin(socket) || payload.job.user.id === socket.userId)
      ? payload
      : undefined,
  contact: everyone<'contact'>,
  queue: everyone<'queue'>,
  /** Menus are an admin's, as on the wire. */
  queueOption: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  tag: everyone<'tag'>,
  invitation: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  zone: everyone<'zone'>,
  zoneDetail: everyone<'zoneDetail'>,
  /** One that became private again is gone for all but its maker. */
  quickMessage(socket, payload) {
    if (payload.action === 'delete' || payload.quickMessage.geral) return payload
    const { id, userId } = payload.quickMessage
    if (userId === socket.userId) return payload
    return payload.action === 'update' ? { action: 'delete', quickMessageId: id } : undefined
  },
  holiday: everyone<'holiday'>,
  /** As its contact's live tickets; it is gone for who may not look there any more. */
  schedule(socket, payload, { live }) {
    if (payload.action === 'delete') return payload
    const { id, userId } = payload.schedule
    if (live && maySeeSchedule(socket, live, userId)) return payload
    return payload.action === 'update' ? { action: 'delete', scheduleId: id } : undefined
  },
  store: everyone<'store'>,
  category: everyone<'category'>,
  product: everyone<'product'>,
  /** What a product costs the company is not for who sells it; who may change prices reads it with the list. */
  productStore(socket, payload) {
    if (payload.action === 'delete' || isAdmin(socket)) return payload
    const { costPrice: _, ...productStore } = payload.productStore
    return { ...payload, productStore }
  },
  portfolio: everyone<'portfolio'>,
  customer: everyone<'customer'>,
  customerAddress: everyone<'customerAddress'>,
  payment: everyone<'payment'>,
  /** What a company owes is an admin's, as on the wire. */
  invoice: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  /** Of all companies: for who runs the installation, as on the wire. */
  paymentNotice: (socket, payload) => (socket.super ? payload : undefined),
  paymentDetail: everyone<'paymentDetail'>,
  statusBudGet: everyone<'statusBudGet'>,
  rate: everyone<'rate'>,
  coupon: everyone<'coupon'>,
  contract: everyone<'contract'>,
  budGet: everyone<'budGet'>,
  /** Campaigns and the lists they go to are an admin's, as on the wire. */
  contactList: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  contactListItem: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  campaign: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  campaignSettings: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  campaignReport: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  /** Never by accident to a whole company: whose it is, is said with each. */
  chat: (_, payload, { userIds }) => (userIds ? payload : undefined),
  chatMessage: (_, payload, { userIds }) => (userIds ? payload : undefined),
  /** What is not shown is gone for all but those who make them. */
  announcement(socket, payload) {
    if (payload.action === 'delete' || payload.announcement.status || socket.super) return payload
    return payload.action === 'update' ? { action: 'delete', announcementId: payload.announcement.id } : undefined
  },
  help: everyone<'help'>,
  file: everyone<'file'>,
  /** What answers in a queue is an admin's, as on the wire. */
  prompt: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  queueIntegration: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  webhook: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  delivery: (socket, payload) => (isAdmin(socket) ? payload : undefined),
  /** Also to who has it in a list: closing it there asks about the draft. */
  draftOrder(socket, payload, { ticket }) {
    if (!ticket || !maySeeTicket(socket, ticket)) return undefined
    const hears = [chatRoom(ticket.id), ticketsRoom(ticket.status)].some(room => socket.rooms.includes(room))
    return hears ? payload : undefined
  },
  plan: everyone<'plan'>,
  company: everyone<'company'>,
  settings: everyone<'settings'>,
  /** Nobody else's business. */
  preferences: (_, payload, { userIds }) => (userIds ? payload : undefined),
  /** Never by accident to a whole company. */
  auth: (_, payload, { userIds }) => (userIds ? payload : undefined),
}
