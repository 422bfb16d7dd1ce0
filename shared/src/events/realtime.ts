/**
 * Messages of the WebSocket (decision 0033). Server events are `{ event, payload }`, named
 * `company-{id}-ticket` and the like; client messages are `{ action, … }`.
 */
import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'
import { Announcement } from '../entities/announcement.ts'
import { BudgetRow } from '../entities/budget.ts'
import { StatusBudGet } from '../entities/budget-status.ts'
import { Campaign, CampaignReport, Shipping } from '../entities/campaign.ts'
import { Category } from '../entities/category.ts'
import { Chat, ChatMessage } from '../entities/chat.ts'
import { Contact } from '../entities/contact.ts'
import { ContactList, ContactListItem } from '../entities/contact-list.ts'
import { Contract } from '../entities/contract.ts'
import { Coupon } from '../entities/coupon.ts'
import { Customer, CustomerAddress } from '../entities/customer.ts'
import { Delivery } from '../entities/delivery.ts'
import { DraftOrder } from '../entities/draft-order.ts'
import { FileList } from '../entities/file-list.ts'
import { Help } from '../entities/help.ts'
import { Holiday } from '../entities/holiday.ts'
import { Invitation } from '../entities/invitation.ts'
import { Invoice } from '../entities/invoice.ts'
import { Job } from '../entities/job.ts'
import { Message } from '../entities/message.ts'
import { Payment, PaymentDetail } from '../entities/payment.ts'
import { Plan } from '../entities/plan.ts'
import { Portfolio } from '../entities/portfolio.ts'
import { KeptPreferences } from '../entities/preferences.ts'
import { Product, ProductStore } from '../entities/product.ts'
import { Prompt } from '../entities/prompt.ts'
import { Queue } from '../entities/queue.ts'
import { QueueIntegration } from '../entities/queue-integration.ts'
import { QueueOption } from '../entities/queue-option.ts'
import { QuickMessage } from '../entities/quick-message.ts'
import { Rate } from '../entities/rate.ts'
import { Schedule } from '../entities/schedule.ts'
import { Setting } from '../entities/setting.ts'
import { Store } from '../entities/store.ts'
import { Tag } from '../entities/tag.ts'
import { Ticket, TicketLog, TicketNote, TicketStatus } from '../entities/ticket.ts'
import { User } from '../entities/user.ts'
import { Webhook } from '../entities/webhook.ts'
import { Whatsapp } from '../entities/whatsapp.ts'
import { Zone, ZoneDetail } from '../entities/zone.ts'

/** What a browser may say. Rooms narrow what it receives; rights are decided by the server. */
export const ClientMessage = z.discriminatedUnion('action', [
  z.object({ action: z.literal('ready') }),
  z.object({ action: z.literal('ping') }),
  z.object({ action: z.literal('userStatus') }),
  z.object({ action: z.literal('joinTickets'), status: TicketStatus }),
  z.object({ action: z.literal('leaveTickets'), status: TicketStatus }),
  z.object({ action: z.literal('joinNotification') }),
  z.object({ action: z.literal('leaveNotification') }),
  /** Its person sees this tab: who has one such is not told by push. */
  z.object({ action: z.literal('joinScreen') }),
  z.object({ action: z.literal('leaveScreen') }),
  z.object({ action: z.literal('joinChatBox'), ticketId: Id }),
  z.object({ action: z.literal('leaveChatBox'), ticketId: Id }),
  /** This attendant is writing in a ticket: told to the others there, and to the contact as WhatsApp's typing. */
  z.object({ action: z.literal('typing'), ticketId: Id, typing: z.boolean() }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

const created = <T extends z.ZodType, K extends string>(name: K, schema: T) =>
  z.object({ action: z.enum(['create', 'update']), [name]: schema } as {
    action: z.ZodEnum<{ create: 'create'; update: 'update' }>
  } & Record<K, T>)

/** The message is too large for one frame and comes without what is heavy: it is to be fetched. */
const partial = z.literal(true).optional()

const removed = <K extends string>(name: K) =>
  z.object({ action: z.literal('delete'), [name]: Id } as { action: z.ZodLiteral<'delete'> } & Record<K, typeof Id>)

/** The longest a browser has to say, in UTF-16 units: an action with an id is a tenth of it. */
export const LONGEST_CLIENT_MESSAGE = 1024

/** Event without a company: this socket said too much at once, and the last of it was not heard. */
export const TOO_FAST = 'tooFast'
/** Event without a company, the last on its socket: the server closes it. */
export const CLOSING = 'closing'
/** `tooMany`: newer sockets of the same user took its place. `tooFast`: it went on after `TOO_FAST`. */
export const CLOSING_REASONS = ['tooMany', 'tooFast'] as const
export type ClosingReason = (typeof CLOSING_REASONS)[number]

/** Payloads by the last word of the event's name. */
export const PAYLOADS = {
  ticket: z.union([
    z.object({ action: z.enum(['create', 'update']), ticket: Ticket }),
    /** Its attendant read on; so many are left. */
    z.object({ action: z.literal('updateUnread'), ticketId: Id, unreadMessages: z.number().int().min(0) }),
    /** Gone, or no longer visible to this user: `status` is where it was. */
    z.object({ action: z.literal('delete'), ticketId: Id, status: TicketStatus.optional() }),
    z.object({ action: z.literal('log'), ticketId: Id, log: TicketLog }),
    z.object({ action: z.literal('note'), ticketId: Id, note: TicketNote }),
    z.object({ action: z.literal('deleteNote'), ticketId: Id, noteId: Id }),
    /** Who has the conversation open right now. */
    z.object({ action: z.literal('viewers'), ticketId: Id, users: z.array(z.object({ id: Id, name: z.string() })) }),
  ]),
  /** `notify`: this user is alerted (decision 0033). */
  appMessage: z.union([
    z.object({ action: z.literal('create'), message: Message, ticket: Ticket, notify: z.boolean(), partial }),
    z.object({ action: z.literal('update'), message: Message, partial }),
  ]),
  /** Somebody is writing: the contact, or another attendant. */
  presence: z.object({
    ticketId: Id,
    presence: z.enum(['composing', 'recording', 'paused']),
    user: z.object({ id: Id, name: z.string() }).nullable(),
  }),
  contact: z.union([
    created('contact', Contact),
    removed('contactId'),
    /** Many changed at once: who shows contacts reads them anew. */
    z.object({ action: z.literal('reload') }),
  ]),
  user: z.union([created('user', User), removed('userId')]),
  invitation: z.union([created('invitation', Invitation), removed('invitationId')]),
  queue: z.union([created('queue', Queue), removed('queueId')]),
  /** Its siblings have moved up or down with it: who shows the tree reads it anew. */
  queueOption: z.union([created('queueOption', QueueOption), removed('queueOptionId')]),
  tag: z.union([created('tag', Tag), removed('tagId')]),
  zone: z.union([created('zone', Zone), removed('zoneId')]),
  zoneDetail: z.union([created('zoneDetail', ZoneDetail), removed('zoneDetailId')]),
  /** Of the company's to everyone, of a private one to its maker. */
  quickMessage: z.union([created('quickMessage', QuickMessage), removed('quickMessageId')]),
  holiday: z.union([created('holiday', Holiday), removed('holidayId')]),
  schedule: z.union([created('schedule', Schedule), removed('scheduleId')]),
  store: z.union([created('store', Store), removed('storeId')]),
  category: z.union([created('category', Category), removed('categoryId')]),
  product: z.union([created('product', Product), removed('productId')]),
  productStore: z.union([created('productStore', ProductStore), removed('productStoreId')]),
  portfolio: z.union([created('portfolio', Portfolio), removed('portfolioId')]),
  customer: z.union([created('customer', Customer), removed('customerId')]),
  customerAddress: z.union([created('customerAddress', CustomerAddress), removed('customerAddressId')]),
  payment: z.union([
    created('payment', Payment),
    removed('paymentId'),
    /** Another payment than those: the company's subscription was paid, and it is due later now. */
    z.object({ action: z.literal('CONCLUIDA'), company: z.object({ id: Id, dueDate: Instant, planId: Id }) }),
  ]),
  invoice: created('invoice', Invoice),
  /** To super users of every company: there is a payment to look at, or one was seen to. Who shows them reads them anew. */
  paymentNotice: z.object({ action: z.enum(['create', 'delete']) }),
  paymentDetail: z.union([created('paymentDetail', PaymentDetail), removed('paymentDetailId')]),
  statusBudGet: z.union([created('statusBudGet', StatusBudGet), removed('statusBudGetId')]),
  rate: z.union([created('rate', Rate), removed('rateId')]),
  coupon: z.union([created('coupon', Coupon), removed('couponId')]),
  contract: z.union([created('contract', Contract), removed('contractId')]),
  budGet: z.union([created('budGet', BudgetRow), removed('budGetId')]),
  contactList: z.union([created('contactList', ContactList), removed('contactListId')]),
  contactListItem: z.union([
    created('contactListItem', ContactListItem),
    removed('contactListItemId'),
    /** Many changed at once: who shows the list reads it anew. */
    z.object({ action: z.literal('reload'), contactListId: Id }),
  ]),
  campaign: z.union([created('campaign', Campaign), removed('campaignId')]),
  /** How campaigns are sent is another: who shows it reads it anew. */
  campaignSettings: z.object({ action: z.literal('update') }),
  /**
   * What happened since the last one, at most twice a second for a campaign: the figures, and the contacts that changed. With `reload` more
   * changed than fit: who shows the contacts reads them anew.
   */
  campaignReport: z.object({
    action: z.literal('update'),
    report: CampaignReport,
    shipping: z.array(Shipping),
    reload: z.literal(true).optional(),
  }),
  /** To its members; who was taken out of it hears that it is gone. */
  chat: z.union([created('chat', Chat), removed('chatId')]),
  /** To its members, as `company-{id}-chat-{chatId}`; `chat` as it is with the message. */
  chatMessage: z.object({ action: z.literal('create'), chatId: Id, message: ChatMessage, chat: Chat, partial }),
  /** To every company, as `company-announcement`. */
  announcement: z.union([created('announcement', Announcement), removed('announcementId')]),
  help: z.union([created('help', Help), removed('helpId')]),
  file: z.union([created('file', FileList), removed('fileId')]),
  prompt: z.union([created('prompt', Prompt), removed('promptId')]),
  queueIntegration: z.union([created('queueIntegration', QueueIntegration), removed('queueIntegrationId')]),
  webhook: z.union([created('webhook', Webhook), removed('webhookId')]),
  /** A try of a delivery ended, or it was made. */
  delivery: created('delivery', Delivery),
  /** To who may see the ticket. `null`: it was given up, made an order of, or went with its ticket. */
  draftOrder: z.object({ action: z.literal('update'), ticketId: Id, draft: DraftOrder.nullable() }),
  /** Long work: told at most twice a second per job. */
  job: created('job', Job),
  /** Of the company's plan: what it may use and have is another, also because it has another plan. */
  plan: z.object({ action: z.literal('update'), plan: Plan }),
  /** What everybody in a company is shown of it: the drawer has its name and logo. */
  company: z.object({
    action: z.literal('update'),
    company: z.object({ id: Id, name: z.string(), dueDate: Instant, mediaPath: z.string().nullable() }),
  }),
  settings: z.object({ action: z.literal('update'), setting: Setting }),
  whatsapp: z.union([created('whatsapp', Whatsapp), removed('whatsappId')]),
  whatsappSession: z.object({ action: z.literal('update'), session: Whatsapp }),
  /** To the other tabs of whose they are. */
  preferences: z.object({ action: z.literal('update'), preferences: KeptPreferences }),
  /** Signed in elsewhere, or signed out by an admin: this session is over. */
  auth: z.object({ action: z.enum(['replaced', 'ended']), at: Instant }),
} as const

export type RealtimeChannel = keyof typeof PAYLOADS
/** Channels that carry the rows of a list: `{ action, queue }`, and `{ action: 'delete', queueId }` of one that is gone. */
export type RowChannel =
  | 'contact'
  | 'user'
  | 'invitation'
  | 'queue'
  | 'queueOption'
  | 'tag'
  | 'whatsapp'
  | 'zone'
  | 'zoneDetail'
  | 'holiday'
  | 'quickMessage'
  | 'schedule'
  | 'store'
  | 'category'
  | 'product'
  | 'productStore'
  | 'portfolio'
  | 'customer'
  | 'customerAddress'
  | 'payment'
  | 'invoice'
  | 'paymentDetail'
  | 'statusBudGet'
  | 'rate'
  | 'coupon'
  | 'contract'
  | 'budGet'
  | 'contactList'
  | 'campaign'
  | 'chat'
  | 'announcement'
  | 'help'
  | 'file'
  | 'prompt'
  | 'queueIntegration'
  | 'webhook'
export type Payload<C extends RealtimeChannel> = z.input<(typeof PAYLOADS)[C]>

const ANNOUNCEMENT = 'company-announcement'
const CHAT = 'chat-'

/** `company-{id}-ticket`; of what is said in a conversation of colleagues `company-{id}-chat-{chatId}`, of announcements no company's. */
export function eventName<C extends RealtimeChannel>(companyId: string, channel: C, payload: Payload<C>): string {
  if (channel === 'announcement') return ANNOUNCEMENT
  const name = channel === 'chatMessage' ? `${CHAT}${(payload as Payload<'chatMessage'>).chatId}` : channel
  return `company-${companyId}-${name}`
}

/** The channel of an event's name, when it is one of this company. */
export function channelOf(event: string, companyId: string): RealtimeChannel | undefined {
  if (event === ANNOUNCEMENT) return 'announcement'
  const prefix = `company-${companyId}-`
  const name = event.startsWith(prefix) ? event.slice(prefix.length) : ''
  if (name.startsWith(CHAT)) return 'chatMessage'
  const isOther = name !== 'chatMessage' && name !== 'announcement' && Object.hasOwn(PAYLOADS, name)
  return isOther ? (name as RealtimeChannel) : undefined
}

/**
 * Seconds between two pings of a browser; one unanswered for as long means a dead socket
 * (decision 0033).
 */
export const PING_SECONDS = 18
