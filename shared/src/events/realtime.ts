/**
 * Messages of the WebSocket (decision 0033). Server events are `{ event, payload }`, named
 * `company-{id}-ticket` and the like; client messages are `{ action, … }`.
 */
import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { BotCall } from '../entities/ai-use.ts'
import { Announcement } from '../entities/announcement.ts'
import { BudgetRow } from '../entities/budget.ts'
import { StatusBudGet } from '../entities/budget-status.ts'
import { Campaign, CampaignRecipient, CampaignReport } from '../entities/campaign.ts'
import { Category } from '../entities/category.ts'
import { Chat, ChatMessage } from '../entities/chat.ts'
import { Contact } from '../entities/contact.ts'
import { ContactList, ContactListItem } from '../entities/contact-list.ts'
import { Contract } from '../entities/contract.ts'
import { Coupon } from '../entities/coupon.ts'
import { CustomField } from '../entities/custom-field.ts'
import { Customer, CustomerAddress } from '../entities/customer.ts'
import { DataImport } from '../entities/data-import.ts'
import { DraftOrder } from '../entities/draft-order.ts'
import { FileList } from '../entities/file-list.ts'
import { Goal } from '../entities/goal.ts'
import { Help } from '../entities/help.ts'
import { Holiday } from '../entities/holiday.ts'
import { Invitation } from '../entities/invitation.ts'
import { Invoice } from '../entities/invoice.ts'
import { Job } from '../entities/job.ts'
import { Knowledge } from '../entities/knowledge.ts'
import { Macro } from '../entities/macro.ts'
import { Message } from '../entities/message.ts'
import { Notice } from '../entities/notice.ts'
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
import { Rule } from '../entities/rule.ts'
import { Schedule } from '../entities/schedule.ts'
import { Setting } from '../entities/setting.ts'
import { Store } from '../entities/store.ts'
import { Tag } from '../entities/tag.ts'
import { TextDraft } from '../entities/text-draft.ts'
import { Ticket, TicketLog, TicketNote, TicketStatus } from '../entities/ticket.ts'
import { User } from '../entities/user.ts'
import { View } from '../entities/view.ts'
import { Webhook } from '../entities/webhook.ts'
import { WebhookDelivery } from '../entities/webhook-delivery.ts'
import { Whatsapp } from '../entities/whatsapp.ts'
import { Zone, ZoneDetail } from '../entities/zone.ts'

/**
 * Number of a join, which its acknowledgement repeats. Optional: pages of earlier versions send
 * none and get no acknowledgement; servers of earlier versions ignore it.
 */
const seq = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional()

/**
 * Messages that a browser may send. Rooms narrow what it receives; the server decides about rights.
 */
export const ClientMessage = z.discriminatedUnion('action', [
  z.object({ action: z.literal('ready') }),
  z.object({ action: z.literal('ping') }),
  z.object({ action: z.literal('userStatus') }),
  z.object({ action: z.literal('joinTickets'), status: TicketStatus, seq }),
  z.object({ action: z.literal('leaveTickets'), status: TicketStatus }),
  z.object({ action: z.literal('joinNotification'), seq }),
  z.object({ action: z.literal('leaveNotification') }),
  /** Reports that the user sees this tab: a user with such a tab gets no push. */
  z.object({ action: z.literal('joinScreen'), seq }),
  z.object({ action: z.literal('leaveScreen') }),
  z.object({ action: z.literal('joinChatBox'), ticketId: Id, seq }),
  z.object({ action: z.literal('leaveChatBox'), ticketId: Id }),
  /**
   * Typing of this attendant, for the others in the ticket and, as WhatsApp's typing, the contact.
   */
  z.object({ action: z.literal('typing'), ticketId: Id, typing: z.boolean() }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

const created = <T extends z.ZodType, K extends string>(name: K, schema: T) =>
  z.object({ action: z.enum(['create', 'update']), [name]: schema } as {
    action: z.ZodEnum<{ create: 'create'; update: 'update' }>
  } & Record<K, T>)

/** Mark of a message too large for one frame: its heavy fields are missing and must be fetched. */
const partial = z.literal(true).optional()

const removed = <K extends string>(name: K) =>
  z.object({ action: z.literal('delete'), [name]: Id } as { action: z.ZodLiteral<'delete'> } & Record<K, typeof Id>)

/** Maximum UTF-16 units of a message of a browser: an action with an id is a tenth of it. */
export const MAX_CLIENT_MESSAGE_LENGTH = 1024

/**
 * Event without a company, `{ seq }`: the join of that number is stored, so every event published
 * from now on reaches the socket. What the browser read earlier may lack an event.
 */
export const JOINED = 'joined'
/** Event without a company: this socket sent too much at once; the last message was ignored. */
export const TOO_FAST = 'tooFast'
/** Event without a company, the last on its socket: the server closes it. */
export const CLOSING = 'closing'
/**
 * Reasons to close a socket. `tooMany`: newer sockets of the same user replaced it. `tooFast`: it
 * went on after `TOO_FAST`.
 */
export const CLOSING_REASONS = ['tooMany', 'tooFast'] as const
export type ClosingReason = (typeof CLOSING_REASONS)[number]

/** Payloads by the last word of the event's name. */
export const PAYLOADS = {
  ticket: z.union([
    z.object({ action: z.enum(['create', 'update']), ticket: Ticket }),
    /** Number of messages left unread after the ticket's attendant read on. */
    z.object({ action: z.literal('updateUnread'), ticketId: Id, unreadMessages: z.number().int().min(0) }),
    /**
     * Removal of a ticket that is deleted or no longer visible to this user; `status` is where it
     * was.
     */
    z.object({ action: z.literal('delete'), ticketId: Id, status: TicketStatus.optional() }),
    z.object({ action: z.literal('log'), ticketId: Id, log: TicketLog }),
    z.object({ action: z.literal('note'), ticketId: Id, note: TicketNote }),
    z.object({ action: z.literal('deleteNote'), ticketId: Id, noteId: Id }),
    /** Users who have the conversation open right now. */
    z.object({ action: z.literal('viewers'), ticketId: Id, users: z.array(z.object({ id: Id, name: z.string() })) }),
  ]),
  /** New message; with `notify` this user is alerted (decision 0033). */
  appMessage: z.union([
    z.object({ action: z.literal('create'), message: Message, ticket: Ticket, notify: z.boolean(), partial }),
    z.object({ action: z.literal('update'), message: Message, partial }),
  ]),
  /** Typing state of the contact, or of another attendant. */
  presence: z.object({
    ticketId: Id,
    presence: z.enum(['composing', 'recording', 'paused']),
    user: z.object({ id: Id, name: z.string() }).nullable(),
  }),
  contact: z.union([
    created('contact', Contact),
    removed('contactId'),
    /** Many rows changed at once: browsers that show contacts read them again. */
    z.object({ action: z.literal('reload') }),
  ]),
  user: z.union([created('user', User), removed('userId')]),
  invitation: z.union([created('invitation', Invitation), removed('invitationId')]),
  queue: z.union([created('queue', Queue), removed('queueId')]),
  /** An option; its siblings moved with it, so browsers that show the tree read it again. */
  queueOption: z.union([created('queueOption', QueueOption), removed('queueOptionId')]),
  tag: z.union([created('tag', Tag), removed('tagId')]),
  zone: z.union([created('zone', Zone), removed('zoneId')]),
  zoneDetail: z.union([created('zoneDetail', ZoneDetail), removed('zoneDetailId')]),
  /** Published to everyone if it belongs to the company, to its author if it is private. */
  quickMessage: z.union([created('quickMessage', QuickMessage), removed('quickMessageId')]),
  macro: z.union([created('macro', Macro), removed('macroId')]),
  view: z.union([created('view', View), removed('viewId')]),
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
    /** Payment of the company's subscription, not of those above: the due date is later now. */
    z.object({ action: z.literal('CONCLUIDA'), company: z.object({ id: Id, dueDate: Instant, planId: Id }) }),
  ]),
  invoice: created('invoice', Invoice),
  /** A payment to look at, or a handled one, for all super users: they read the list again. */
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
    /** Many rows changed at once: browsers that show the list read it again. */
    z.object({ action: z.literal('reload'), contactListId: Id }),
  ]),
  campaign: z.union([created('campaign', Campaign), removed('campaignId')]),
  /** Change of the campaign settings: browsers that show them read them again. */
  campaignSettings: z.object({ action: z.literal('update') }),
  /**
   * Changes since the last event, at most two events a second per campaign: the figures, and the
   * recipients that changed. With `reload`, more changed than fit: browsers that show the
   * recipients read them again.
   */
  campaignReport: z.object({
    action: z.literal('update'),
    report: CampaignReport,
    shipping: z.array(CampaignRecipient),
    reload: z.literal(true).optional(),
  }),
  /** Published to the chat's members; a removed member gets its deletion. */
  chat: z.union([created('chat', Chat), removed('chatId')]),
  /**
   * Published to the chat's members, as `company-{id}-chat-{chatId}`; `chat` is its state with the
   * message.
   */
  chatMessage: z.object({ action: z.literal('create'), chatId: Id, message: ChatMessage, chat: Chat, partial }),
  /** Published to every company, as `company-announcement`. */
  announcement: z.union([created('announcement', Announcement), removed('announcementId')]),
  help: z.union([created('help', Help), removed('helpId')]),
  file: z.union([created('file', FileList), removed('fileId')]),
  prompt: z.union([created('prompt', Prompt), removed('promptId')]),
  knowledge: z.union([created('knowledge', Knowledge), removed('knowledgeId')]),
  queueIntegration: z.union([created('queueIntegration', QueueIntegration), removed('queueIntegrationId')]),
  webhook: z.union([created('webhook', Webhook), removed('webhookId')]),
  rule: z.union([created('rule', Rule), removed('ruleId')]),
  goal: z.union([created('goal', Goal), removed('goalId')]),
  field: z.union([created('field', CustomField), removed('fieldId')]),
  /** A webhookDelivery that was made, or of which an attempt ended. */
  delivery: created('delivery', WebhookDelivery),
  /** A tool that an AI agent has called, for users who have the ticket open. */
  botCall: z.object({ action: z.literal('create'), ticketId: Id, botCall: BotCall }),
  /** For users who may see the ticket. `null`: discarded, ordered, or gone with the ticket. */
  draftOrder: z.object({ action: z.literal('update'), ticketId: Id, draft: DraftOrder.nullable() }),
  /** Text that the user began; published to their own tabs. */
  textDraft: z.object({ action: z.literal('update'), draft: TextDraft }),
  /** New entry of the user's bell, or some that were read; published to their own tabs. */
  notice: z.union([z.object({ action: z.literal('create'), notice: Notice }), z.object({ action: z.literal('read') })]),
  /** Progress of a job, published at most twice a second per job. */
  job: created('job', Job),
  /** Progress of an import of another system's data, at most once a second. */
  dataImport: z.union([created('dataImport', DataImport), removed('dataImportId')]),
  /** Changed or other plan of the company: its limits and features are different. */
  plan: z.object({ action: z.literal('update'), plan: Plan }),
  /** Fields of the company that everybody in it sees: the drawer has its name and logo. */
  company: z.object({
    action: z.literal('update'),
    company: z.object({ id: Id, name: z.string(), dueDate: Instant, mediaPath: z.string().nullable() }),
  }),
  settings: z.object({ action: z.literal('update'), setting: Setting }),
  whatsapp: z.union([created('whatsapp', Whatsapp), removed('whatsappId')]),
  /** Changed templates of a connection: browsers that show them read them again. */
  template: z.object({ action: z.literal('reload'), whatsappId: Id }),
  whatsappSession: z.object({ action: z.literal('update'), session: Whatsapp }),
  /** Published to the other tabs of the same user. */
  preferences: z.object({ action: z.literal('update'), preferences: KeptPreferences }),
  /** Text that the copilot has written so far for this user; the call’s answer has all of it. */
  copilot: z.object({ action: z.literal('update'), ticketId: Id, requestId: z.uuid(), text: z.string() }),
  /** End of this session: the user signed in elsewhere, or was signed out by an admin. */
  auth: z.object({ action: z.enum(['replaced', 'ended']), at: Instant }),
} as const

export type RealtimeChannel = keyof typeof PAYLOADS
/** Channels of a list's rows: `{ action, queue }`, or `{ action: 'delete', queueId }`. */
export type RowChannel =
  | 'contact'
  | 'user'
  | 'invitation'
  | 'queue'
  | 'queueOption'
  | 'tag'
  | 'whatsapp'
  | 'template'
  | 'zone'
  | 'zoneDetail'
  | 'holiday'
  | 'quickMessage'
  | 'macro'
  | 'view'
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
  | 'knowledge'
  | 'queueIntegration'
  | 'webhook'
  | 'rule'
  | 'dataImport'
  | 'goal'
  | 'field'
export type Payload<C extends RealtimeChannel> = z.input<(typeof PAYLOADS)[C]>

const ANNOUNCEMENT = 'company-announcement'
const CHAT = 'chat-'

/**
 * Returns the name of an event: `company-{id}-ticket`; `company-{id}-chat-{chatId}` for messages of
 * internal chats, and a name without a company for announcements.
 */
export function eventName<C extends RealtimeChannel>(companyId: string, channel: C, payload: Payload<C>): string {
  if (channel === 'announcement') return ANNOUNCEMENT
  const name = channel === 'chatMessage' ? `${CHAT}${(payload as Payload<'chatMessage'>).chatId}` : channel
  return `company-${companyId}-${name}`
}

/** Returns the channel of an event's name, if the event belongs to this company. */
export function channelOf(event: string, companyId: string): RealtimeChannel | undefined {
  if (event === ANNOUNCEMENT) return 'announcement'
  const prefix = `company-${companyId}-`
  const name = event.startsWith(prefix) ? event.slice(prefix.length) : ''
  if (name.startsWith(CHAT)) return 'chatMessage'
  const isOther = name !== 'chatMessage' && name !== 'announcement' && Object.hasOwn(PAYLOADS, name)
  return isOther ? (name as RealtimeChannel) : undefined
}

/**
 * Seconds between two pings of a browser; a ping unanswered for as long means a dead socket
 * (decision 0033).
 */
export const PING_SECONDS = 18
