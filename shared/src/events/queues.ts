/**
 * What travels on the queues. `inbound.fifo` carries what a session host learns from WhatsApp to the workers;
 * `outbound-<shard>.fifo` carries what a session host shall do. Both ends parse with these schemas.
 */
import { z } from 'zod'
import { PAGE_CHANNELS } from '../entities/channel.ts'
import { MediaKind } from '../entities/media-kind.ts'
import { CatalogueOrder, StructuredKind } from '../entities/structured.ts'
import { LANGUAGES } from '../rules/language.ts'

const base = {
  companyId: z.string(),
  connectionId: z.string(),
}

/** A stored object: bytes are in the media bucket under the company's prefix, or `error` says why they are not. */
export const StoredMedia = z.object({
  kind: MediaKind,
  /** Object key `<companyId>/media/…`; absent when the download failed. */
  key: z.string().optional(),
  mimetype: z.string(),
  fileName: z.string().optional(),
  /** Bytes. */
  size: z.number().int().optional(),
  /** Audio recorded as a voice note. */
  ptt: z.boolean().optional(),
  /** Seconds. */
  seconds: z.number().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  error: z.literal('ERR_WAPP_DOWNLOAD_MEDIA').optional(),
  /**
   * What a later retry of the download needs (the media part of the WhatsApp message, base64 protobuf of WAProto.Message; of a
   * page's message JSON, rules/page-media.ts).
   */
  source: z.string().optional(),
})
export type StoredMedia = z.infer<typeof StoredMedia>

/** A person as a page or an Instagram account knows them: Meta's ids hold for that account alone. */
export const ScopedUser = z.object({ channel: z.enum(PAGE_CHANNELS), accountId: z.string(), id: z.string() })
export type ScopedUser = z.infer<typeof ScopedUser>

/** A person or group as WhatsApp addresses it. Digits only in `number`; `lid` without the domain. At least one is present. */
export const Peer = z.object({
  number: z.string().optional(),
  lid: z.string().optional(),
  /** Alone: who writes to a page. */
  scoped: ScopedUser.optional(),
})
export type Peer = z.infer<typeof Peer>

export const InboundMessage = z.object({
  ...base,
  type: z.literal('message'),
  /** WhatsApp's id of the message (key.id). */
  whatsappMessageId: z.string(),
  /** The chat: a person, or a group when `group` is present. */
  chat: Peer,
  group: z.object({ id: z.string(), subject: z.string().optional() }).optional(),
  /** In a group: who wrote it. */
  sender: Peer.extend({ name: z.string().optional() }).optional(),
  pushName: z.string().optional(),
  /** True when typed on the business's own handset. */
  fromMe: z.boolean(),
  /** WhatsApp's time, epoch milliseconds. */
  sentAt: z.number(),
  /** When the host saw it: strictly increasing per connection, epoch milliseconds; orders the conversation. */
  receivedAt: z.number(),
  /** Came with the replay after a reconnect. */
  replayed: z.boolean(),
  kind: z.enum(['text', 'media', 'location', 'contacts', 'call_log', 'unsupported']),
  body: z.string(),
  media: StoredMedia.optional(),
  location: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      name: z.string().optional(),
      address: z.string().optional(),
    })
    .optional(),
  /** vCard texts. */
  vcards: z.array(z.string()).optional(),
  quotedWhatsappId: z.string().optional(),
  /** The quoted message as WhatsApp delivers it, for one we do not have. */
  quotation: z
    .object({
      body: z.string(),
      kind: z.string(),
      /** Of a status of ours or of a contact. */
      status: z.boolean(),
      fromMe: z.boolean().optional(),
      /** JPEG in base64. */
      thumbnail: z.string().optional(),
    })
    .optional(),
  /** Message with a form of its own; its words are the body. */
  structured: z
    .object({ kind: StructuredKind, copy: z.array(z.string()).optional(), order: CatalogueOrder.optional() })
    .optional(),
  /** WhatsApp's id of the album a photo or video belongs to. */
  albumId: z.string().optional(),
  call: z.object({ video: z.boolean(), refused: z.boolean() }).optional(),
  /** Of a page: what it said itself, be it here or elsewhere; `metadata` is what whoever sent it put there. */
  echo: z.object({ metadata: z.string() }).optional(),
})
export type InboundMessage = z.infer<typeof InboundMessage>

/** Where something was said about a message: its id alone, which its sender chose, is no proof of its chat. */
const said = {
  /** A person, or a group when `group` is present. */
  chat: Peer,
  group: z.object({ id: z.string() }).optional(),
  /** In a group: whose it is, when it is not ours. */
  sender: Peer.extend({ name: z.string().optional() }).optional(),
}
const Said = z.object(said)
export type Said = z.infer<typeof Said>

export const InboundEdit = z.object({
  ...base,
  ...said,
  type: z.literal('edit'),
  whatsappMessageId: z.string(),
  body: z.string(),
  fromMe: z.boolean(),
  at: z.number(),
})

/** An edit whose new text is encrypted under a secret that is not kept: it says that there was one, and no more. */
export const InboundHiddenEdit = z.object({
  ...base,
  ...said,
  type: z.literal('hiddenEdit'),
  /** The message that was edited. */
  whatsappMessageId: z.string(),
  fromMe: z.boolean(),
  at: z.number(),
})

export const InboundDelete = z.object({
  ...base,
  ...said,
  type: z.literal('delete'),
  whatsappMessageId: z.string(),
  fromMe: z.boolean(),
  at: z.number(),
})

/** A reaction to a message, instead of the one before of whoever it is from. */
export const InboundReaction = z.object({
  ...base,
  ...said,
  type: z.literal('reaction'),
  /** The message it is about. */
  whatsappMessageId: z.string(),
  fromMe: z.boolean(),
  /** '' takes it back. */
  emoji: z.string(),
  /** By the clock of who said it, epoch milliseconds. */
  at: z.number(),
})
export type InboundReaction = z.infer<typeof InboundReaction>

/** Acks only rise: 0 clock, 1-2 sent, 3 delivered, 4-5 read. `error` marks a send that failed for good. */
export const InboundAck = z.object({
  ...base,
  type: z.literal('ack'),
  whatsappMessageId: z.string(),
  ack: z.number().int().min(0).max(5),
  error: z.string().optional(),
})

/** How far the own messages of a page's chat came, up to a time or to one of them. */
export const InboundSeen = z.object({
  ...base,
  type: z.literal('seen'),
  chat: Peer,
  /** 3 delivered, 4 read. */
  ack: z.number().int().min(3).max(4),
  /** All that left up to then, epoch milliseconds. */
  until: z.number().optional(),
  /** Meta's id of the last one. */
  mid: z.string().optional(),
})
export type InboundSeen = z.infer<typeof InboundSeen>

export const ConnectionState = z.enum(['qrcode', 'PAIRING', 'OPENING', 'CONNECTED', 'DISCONNECTED', 'TIMEOUT'])
export type ConnectionState = z.infer<typeof ConnectionState>

export const InboundConnection = z.object({
  ...base,
  type: z.literal('connection'),
  status: ConnectionState,
  /** Text of the QR while status is qrcode, else empty. */
  qrcode: z.string(),
  retries: z.number().int(),
  /** The business's own number once paired, digits only. */
  number: z.string().optional(),
  lid: z.string().optional(),
  /** Fencing token of the lease it was said under: an older one is ignored. */
  fence: z.number().int(),
  at: z.number(),
})

/** A gap the connection had, told once after the replay: written into the logs of the tickets it touched. */
export const InboundGap = z.object({
  ...base,
  type: z.literal('gap'),
  from: z.number(),
  to: z.number(),
  recovered: z.number().int(),
})

export const InboundPresence = z.object({
  ...base,
  type: z.literal('presence'),
  chat: Peer,
  presence: z.enum(['composing', 'recording', 'paused']),
  at: z.number(),
})

/** A late success of a media download: the message's media is there now. */
export const InboundMedia = z.object({
  ...base,
  type: z.literal('media'),
  whatsappMessageId: z.string(),
  media: StoredMedia,
})

export const InboundEvent = z.discriminatedUnion('type', [
  InboundMessage,
  InboundEdit,
  InboundHiddenEdit,
  InboundDelete,
  InboundReaction,
  InboundAck,
  InboundConnection,
  InboundGap,
  InboundPresence,
  InboundMedia,
  InboundSeen,
])
export type InboundEvent = z.infer<typeof InboundEvent>

const target = {
  ...base,
  /** Whom to write to: a person, or a group id. */
  to: Peer.extend({ groupId: z.string().optional() }),
}

export const OutboundContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), body: z.string() }),
  z.object({ kind: z.literal('media'), body: z.string(), media: StoredMedia.required({ key: true }) }),
  z.object({
    kind: z.literal('location'),
    latitude: z.number(),
    longitude: z.number(),
    name: z.string().optional(),
    address: z.string().optional(),
  }),
  z.object({ kind: z.literal('contacts'), displayName: z.string(), vcards: z.array(z.string()).min(1) }),
])
export type OutboundContent = z.infer<typeof OutboundContent>

/** The message a reply quotes, with enough of it to build the quotation without a read. */
export const Quotation = z.object({
  whatsappMessageId: z.string(),
  fromMe: z.boolean(),
  body: z.string(),
  /** In a group: the quoted author. */
  participant: Peer.optional(),
})
export type Quotation = z.infer<typeof Quotation>

export const SendCommand = z.object({
  ...target,
  type: z.literal('send'),
  /** Chosen when the message was stored: a retry is the same message. */
  whatsappMessageId: z.string(),
  content: OutboundContent,
  quoted: Quotation.optional(),
  /** Epoch ms. */
  queuedAt: z.number(),
  /** Not the first command for this message: an earlier one may have been carried out. */
  again: z.boolean().optional(),
})
export type SendCommand = z.infer<typeof SendCommand>

/** How many numbers WhatsApp is asked about at once. */
export const NUMBERS_A_QUESTION = 50

export const OutboundCommand = z.discriminatedUnion('type', [
  SendCommand,
  z.object({
    ...target,
    type: z.literal('edit'),
    whatsappMessageId: z.string(),
    body: z.string(),
    /** The medium whose caption `body` is; absent for a text. */
    media: StoredMedia.required({ key: true }).optional(),
    fromMe: z.literal(true),
  }),
  z.object({ ...target, type: z.literal('delete'), whatsappMessageId: z.string(), fromMe: z.literal(true) }),
  /** Reacts to a message of either side, instead of what we said to it before; no emoji takes that back. */
  z.object({
    ...target,
    type: z.literal('react'),
    whatsappMessageId: z.string(),
    /** Whose message it is. */
    fromMe: z.boolean(),
    /** In a group: who wrote it, when it was not us. */
    participant: Peer.optional(),
    emoji: z.string(),
    /** When it was said, epoch milliseconds: the last one counts. */
    at: z.number(),
  }),
  /** Marks what came from the chat as read at WhatsApp. */
  z.object({
    ...target,
    type: z.literal('read'),
    whatsappMessageIds: z.array(z.string()),
    participant: Peer.optional(),
  }),
  z.object({ ...target, type: z.literal('presence'), presence: z.enum(['composing', 'recording', 'paused']) }),
  /** Downloads a failed medium again; `source` is that of StoredMedia. */
  z.object({ ...base, type: z.literal('fetchMedia'), whatsappMessageId: z.string(), source: z.string() }),
  /** Session actions: open (also "try again"), a new QR from scratch, log out (a new QR is needed afterwards), forget (the connection was deleted). */
  z.object({
    ...base,
    type: z.literal('session'),
    action: z.enum(['start', 'newQr', 'logout', 'forget']),
    at: z.number(),
  }),
  /** Request-reply: the answer is written to the reply row of `requestId`. */
  z.object({ ...base, type: z.literal('checkNumber'), requestId: z.string(), number: z.string() }),
  /** Several numbers in one question to WhatsApp. */
  z.object({
    ...base,
    type: z.literal('checkNumbers'),
    requestId: z.string(),
    numbers: z.array(z.string()).min(1).max(NUMBERS_A_QUESTION),
  }),
  z.object({ ...base, type: z.literal('profilePicture'), requestId: z.string(), number: z.string() }),
])
export type OutboundCommand = z.infer<typeof OutboundCommand>

/** What a session host writes into the reply row. */
export const Reply = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('checkNumber'),
    exists: z.boolean(),
    number: z.string().optional(),
    lid: z.string().optional(),
  }),
  z.object({
    type: z.literal('checkNumbers'),
    /** Of each number that WhatsApp said something about, in no order; `asked` is the number as it stood in the command. */
    results: z.array(
      z.object({
        asked: z.string(),
        exists: z.boolean(),
        number: z.string().optional(),
        lid: z.string().optional(),
      }),
    ),
  }),
  z.object({
    type: z.literal('profilePicture'),
    /** Object key in the media bucket, or null when there is none. */ key: z.string().nullable(),
  }),
  z.object({ type: z.literal('error'), error: z.string() }),
])
export type Reply = z.infer<typeof Reply>

/** What the jobs queue carries: the next step of a job, or background work that nobody looks at. */
export const JobMessage = z.discriminatedUnion('type', [
  /** Step `seq` of a job (data/jobs); each ends with the message of the next. */
  z.object({ type: z.literal('step'), companyId: z.string(), jobId: z.string(), seq: z.number().int() }),
  z.object({ type: z.literal('removeTicket'), companyId: z.string(), ticketId: z.string() }),
  z.object({
    type: z.literal('rename'),
    companyId: z.string(),
    entity: z.enum(['contact', 'queue', 'user', 'whatsapp', 'tag']),
    id: z.string(),
  }),
  z.object({
    type: z.literal('refreshProfilePicture'),
    companyId: z.string(),
    connectionId: z.string(),
    contactId: z.string(),
  }),
  z.object({ type: z.literal('removeConnection'), companyId: z.string(), connectionId: z.string() }),
  /** The company got a token of the public API: API Gateway must know its key. */
  z.object({ type: z.literal('makeUsageKey'), companyId: z.string() }),
  /** A secret of the installation was changed: what the earlier one sealed for the company is sealed by the newest. */
  z.object({ type: z.literal('renewSecrets'), companyId: z.string() }),
  /** A plan is another: the browsers of the companies that have it learn it; `after`: those behind this one. */
  z.object({ type: z.literal('tellPlan'), planId: z.string(), after: z.string().optional() }),
  /** A user is gone: their open tickets go back to pending. */
  z.object({ type: z.literal('removeUser'), companyId: z.string(), userId: z.string() }),
  /** The company is in another zone: what was counted by day is counted anew. */
  z.object({ type: z.literal('recountDays'), companyId: z.string() }),
  /** A queue is gone: its menu goes, and its live tickets are left without one. */
  z.object({ type: z.literal('removeQueue'), companyId: z.string(), queueId: z.string() }),
  /** An agent or an integration is gone: in the tickets that it answered people answer. */
  z.object({
    type: z.literal('removeMachine'),
    companyId: z.string(),
    kind: z.enum(['prompt', 'integration']),
    id: z.string(),
  }),
  /** A customer is called something else: their contracts show it, and are found by it. */
  z.object({ type: z.literal('renameCustomer'), companyId: z.string(), customerId: z.string() }),
  /** A campaign is gone: what became of its contacts goes too. */
  z.object({ type: z.literal('removeShippings'), companyId: z.string(), campaignId: z.string() }),
])
export type JobMessage = z.infer<typeof JobMessage>

/**
 * The next message of a connection's campaigns is due. Only the tick whose `seq` its lane has does anything. With `again` what left
 * last may not have got to its queue, and leaves once more under its id.
 */
export const Tick = z.object({
  companyId: z.string(),
  connectionId: z.string(),
  seq: z.number().int(),
  again: z.literal(true).optional(),
})
export type Tick = z.infer<typeof Tick>

/** A machine (an AI agent, an integration) owes an answer in a ticket. What is owed stands in its row (data/automation). */
export const MachineTurn = z.object({ companyId: z.string(), ticketId: z.string() })
export type MachineTurn = z.infer<typeof MachineTurn>

/** A delivery is due to be tried; its row says whether it still is. */
export const DeliveryTry = z.object({ companyId: z.string(), deliveryId: z.string() })
export type DeliveryTry = z.infer<typeof DeliveryTry>

/** What may be told by push: a message that came, and then each device by itself. `at`: epoch ms when it came. */
export const PushWork = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message'),
    companyId: z.string(),
    ticketId: z.string(),
    messageId: z.string(),
    at: z.number().int(),
  }),
  z.object({
    type: z.literal('send'),
    companyId: z.string(),
    userId: z.string(),
    deviceId: z.string(),
    /** What it is about; null: it is a test. */
    about: z.object({ ticketId: z.string(), messageId: z.string() }).nullable(),
    at: z.number().int(),
    /** How often its push service has put it off. */
    tries: z.number().int(),
  }),
])
export type PushWork = z.infer<typeof PushWork>

/** An e-mail to be sent. What it says is written when it leaves; `id` is the same at every try. */
export const Mail = z.discriminatedUnion('type', [
  /** To the address there was: what one signs in with has changed. */
  z.object({
    type: z.literal('signInChanged'),
    id: z.string(),
    language: z.enum(LANGUAGES),
    to: z.string(),
    name: z.string(),
    company: z.string(),
    changed: z.enum(['password', 'email', 'both', 'secondFactorOn', 'secondFactorOff']),
    /** An admin did it, not the person. */
    byOther: z.boolean(),
    /** Epoch ms. */
    at: z.number(),
    timezone: z.string(),
  }),
  /** Somebody who says this is their e-mail forgot the password. The code is made when it is sent, so it rests nowhere. */
  z.object({ type: z.literal('passwordReset'), id: z.string(), language: z.enum(LANGUAGES), to: z.string() }),
  /** Somebody tried to sign up a company with an e-mail that is a user's already: its owner is told, the caller is not. */
  z.object({ type: z.literal('knownEmail'), id: z.string(), language: z.enum(LANGUAGES), to: z.string() }),
  /** Somebody is to show that `to`, their address or the one they want, is theirs. The code is made when it is sent. */
  z.object({
    type: z.literal('emailConfirmation'),
    id: z.string(),
    language: z.enum(LANGUAGES),
    to: z.string(),
    companyId: z.string(),
    userId: z.string(),
  }),
  /** Somebody is asked to join a company. The code is made when it is sent; a newer letter (`sentAt`) takes the place of this one. */
  z.object({
    type: z.literal('invitation'),
    id: z.string(),
    to: z.string(),
    companyId: z.string(),
    invitationId: z.string(),
    sentAt: z.string(),
  }),
  /** A contract expires in so many days, as long as its last day is `expiresAt` (`yyyy-mm-dd`) when this is sent. */
  z.object({
    type: z.literal('contractExpires'),
    id: z.string(),
    to: z.string(),
    companyId: z.string(),
    userId: z.string(),
    contractId: z.string(),
    expiresAt: z.string(),
    days: z.number().int(),
  }),
  /** An invoice is due in so many days (negative: was due), as long as it is open and still due then (epoch ms). */
  z.object({
    type: z.literal('invoiceDue'),
    id: z.string(),
    to: z.string(),
    language: z.enum(LANGUAGES),
    companyId: z.string(),
    userId: z.string(),
    invoiceId: z.string(),
    dueDate: z.number(),
    days: z.number().int(),
  }),
])
export type Mail = z.infer<typeof Mail>

/** A due moment, moved by the clock from its minute bucket to the timers queue. */
export const Timer = z.discriminatedUnion('type', [
  /** The half hour of a support session is over. */
  z.object({ type: z.literal('endSupport'), companyId: z.string(), sessionId: z.string(), dueAt: z.number() }),
  /** `timeSendQueue` minutes without a choice: to queue `sendIdQueue`. */
  z.object({ type: z.literal('redirectQueue'), companyId: z.string(), ticketId: z.string(), dueAt: z.number() }),
  /** What waits at an address and is due is tried. */
  z.object({ type: z.literal('sweepDeliveries'), companyId: z.string(), targetId: z.string(), dueAt: z.number() }),
  /** What a machine owes in a ticket by then was forgotten, by who died, and is asked for once more. */
  z.object({ type: z.literal('machineTurn'), companyId: z.string(), ticketId: z.string(), dueAt: z.number() }),
  /** `timeToTransfer` minutes pending: to queue `transferQueueId`. */
  z.object({ type: z.literal('transferPending'), companyId: z.string(), ticketId: z.string(), dueAt: z.number() }),
  /** A ticket that is snoozed until then (epoch ms) comes back, as long as it still is. */
  z.object({
    type: z.literal('wakeTicket'),
    companyId: z.string(),
    ticketId: z.string(),
    until: z.number(),
    dueAt: z.number(),
  }),
  /** `expiresTicket` minutes without a message on an open ticket. */
  z.object({
    type: z.literal('expireTicket'),
    companyId: z.string(),
    ticketId: z.string(),
    dueAt: z.number(),
    /** When an answer could last be seen not to have left (epoch ms): the silence counts from there. */
    heldAt: z.number().optional(),
  }),
  /** What is said to a ticket that was closed at `closedAt` (epoch ms), while that closing stands. */
  z.object({
    type: z.literal('farewell'),
    companyId: z.string(),
    ticketId: z.string(),
    closedAt: z.number(),
    dueAt: z.number(),
  }),
  /** Nobody waits any longer for the rating that was awaited until `dueAt`. */
  z.object({ type: z.literal('ratingOver'), companyId: z.string(), ticketId: z.string(), dueAt: z.number() }),
  /** Own messages of the ticket that are still at the clock by then leave again, or are failed when they are too old. */
  z.object({
    type: z.literal('outbox'),
    companyId: z.string(),
    ticketId: z.string(),
    dueAt: z.number(),
    /** Only this one, sent again by hand at `since` (epoch ms). */
    retry: z.object({ messageId: z.string(), since: z.number() }).optional(),
  }),
  /** What messages are found by follows what they say, if that was not done by then. */
  z.object({
    type: z.literal('indexMessages'),
    companyId: z.string(),
    ticketId: z.string(),
    messageIds: z.array(z.string()).min(1),
    dueAt: z.number(),
  }),
  /** A job that nobody has begun by then: the message of its first step was lost. */
  z.object({ type: z.literal('startJob'), companyId: z.string(), jobId: z.string(), dueAt: z.number() }),
  /** A scheduled message leaves, as long as it is still to be sent at `sendAt` (epoch ms); later ones look again while it waits. */
  z.object({
    type: z.literal('sendSchedule'),
    companyId: z.string(),
    scheduleId: z.string(),
    sendAt: z.number(),
    dueAt: z.number(),
  }),
  /** So many days before the last day of a contract, as long as that is `expiresAt` (`yyyy-mm-dd`): it is said that it expires. */
  z.object({
    type: z.literal('remindContract'),
    companyId: z.string(),
    contractId: z.string(),
    expiresAt: z.string(),
    days: z.number().int(),
    dueAt: z.number(),
  }),
  /** The last day of a contract is over: it goes on for another term, as long as it is to and that was `expiresAt`. */
  z.object({
    type: z.literal('renewContract'),
    companyId: z.string(),
    contractId: z.string(),
    expiresAt: z.string(),
    dueAt: z.number(),
  }),
  /** Nine o'clock of a day (`yyyy-mm-dd`) in a company that congratulates its customers on their birthdays. */
  z.object({ type: z.literal('greetBirthdays'), companyId: z.string(), day: z.string(), dueAt: z.number() }),
  /** A customer whose birthday is kept on that day. */
  z.object({
    type: z.literal('greetCustomer'),
    companyId: z.string(),
    customerId: z.string(),
    day: z.string(),
    dueAt: z.number(),
  }),
  /** The link of an invitation is good until `expiresAt`, unless another was sent: then it leaves its place. */
  z.object({
    type: z.literal('expireInvitation'),
    companyId: z.string(),
    invitationId: z.string(),
    expiresAt: z.string(),
    dueAt: z.number(),
  }),
  /** A campaign begins, as long as it is still to begin at `scheduledAt` (epoch ms). */
  z.object({
    type: z.literal('startCampaign'),
    companyId: z.string(),
    campaignId: z.string(),
    scheduledAt: z.number(),
    dueAt: z.number(),
  }),
  /** What changed of a campaign a moment ago may be told. Sent to the queue only, never kept as a row. */
  z.object({ type: z.literal('tellReport'), companyId: z.string(), campaignId: z.string(), dueAt: z.number() }),
  /** A company's next invoice is to be made, or the open one to follow what the company is due by now. */
  z.object({ type: z.literal('billCompany'), companyId: z.string(), dueAt: z.number() }),
  /**
   * Once a day every company is looked at as `billCompany` does, a page at a time: those whose name comes behind `after`. `companyId` is the
   * installation's.
   */
  z.object({ type: z.literal('billCompanies'), companyId: z.string(), after: z.string(), dueAt: z.number() }),
  /** An invoice is due in so many days (negative: was due), as long as it is still due at `dueDate` (epoch ms). */
  z.object({
    type: z.literal('remindInvoice'),
    companyId: z.string(),
    invoiceId: z.string(),
    dueDate: z.number(),
    days: z.number().int(),
    dueAt: z.number(),
  }),
  /** The bank is asked whether a charge was paid. `once`: because it said so; the timer that asks anyway stands. */
  z.object({
    type: z.literal('askCharge'),
    companyId: z.string(),
    txid: z.string(),
    once: z.literal(true).optional(),
    dueAt: z.number(),
  }),
  /** The tick of a connection's campaigns that should have come by then, should its chain have broken. */
  z.object({ type: z.literal('tick'), companyId: z.string(), connectionId: z.string(), dueAt: z.number() }),
  /** A connection was deleted: what hangs on it goes to another, or stops. */
  z.object({ type: z.literal('rehome'), companyId: z.string(), connectionId: z.string(), dueAt: z.number() }),
])
export type Timer = z.infer<typeof Timer>

/** FIFO group of a chat's traffic on a connection. */
export const chatGroup = (connectionId: string, chat: Peer & { groupId?: string }): string =>
  `${connectionId}:${chat.groupId ?? chat.number ?? chat.lid ?? chat.scoped?.id ?? 'session'}`
