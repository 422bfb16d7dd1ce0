/**
 * Messages of the queues. `inbound.fifo` carries what a session host learns from WhatsApp to the
 * workers; `outbound-<shard>.fifo` carries commands to a session host. Both ends parse with these
 * schemas.
 */
import { z } from 'zod'
import { META_PAGE_CHANNELS } from '../entities/channel.ts'
import { MediaKind } from '../entities/media-kind.ts'
import { MessageChoices, MessageTemplate } from '../entities/message.ts'
import { PollQuestion } from '../entities/poll.ts'
import { RuleEvent } from '../entities/rule-event.ts'
import { CatalogueOrder, StructuredKind } from '../entities/structured.ts'
import { GOAL_KINDS } from '../entities/ticket-goal.ts'
import { LANGUAGES } from '../rules/language.ts'

const base = {
  companyId: z.string(),
  connectionId: z.string(),
}

/**
 * Stored object: its bytes are in the media bucket under the company's prefix, or `error` says why
 * they are not.
 */
export const StoredMedia = z.object({
  kind: MediaKind,
  /** Object key `<companyId>/media/…`; absent when the download failed. */
  key: z.string().optional(),
  mimetype: z.string(),
  fileName: z.string().optional(),
  /** Size in bytes. */
  size: z.number().int().optional(),
  /** True if the audio was recorded as a voice note. */
  ptt: z.boolean().optional(),
  /** Duration in seconds. */
  seconds: z.number().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  error: z.literal('ERR_WAPP_DOWNLOAD_MEDIA').optional(),
  /**
   * Data that a later retry of the download needs: the media part of the WhatsApp message (base64
   * protobuf of WAProto.Message), JSON for a message of a metaPage (rules/meta-page-media.ts), or
   * the media's id of a message to a cloud number (rules/cloud-media.ts).
   */
  source: z.string().optional(),
})
export type StoredMedia = z.infer<typeof StoredMedia>

/** Item of a catalogue at Meta: the catalogue's id, and the id that its owner gave the item. */
export const CatalogueItem = z.object({ catalogId: z.string(), retailerId: z.string() })
export type CatalogueItem = z.infer<typeof CatalogueItem>

/**
 * Person as a metaPage or an Instagram account knows them: Meta's ids are valid for that account
 * alone.
 */
export const ScopedUser = z.object({ channel: z.enum(META_PAGE_CHANNELS), accountId: z.string(), id: z.string() })
export type ScopedUser = z.infer<typeof ScopedUser>

/**
 * Person or group as WhatsApp addresses it. `number` has digits only, `lid` has no domain. At least
 * one is present.
 */
export const Peer = z.object({
  number: z.string().optional(),
  lid: z.string().optional(),
  /** Present alone: the person who writes to a metaPage. */
  scoped: ScopedUser.optional(),
})
export type Peer = z.infer<typeof Peer>

export const InboundMessage = z.object({
  ...base,
  type: z.literal('message'),
  /** WhatsApp's id of the message (key.id). */
  whatsappMessageId: z.string(),
  /** Chat: a person, or a group when `group` is present. */
  chat: Peer,
  group: z.object({ id: z.string(), subject: z.string().optional() }).optional(),
  /** Author of the message, in a group. */
  sender: Peer.extend({ name: z.string().optional() }).optional(),
  pushName: z.string().optional(),
  /** True if it was typed on the business phone. */
  fromMe: z.boolean(),
  /** Time given by WhatsApp, epoch milliseconds. */
  sentAt: z.number(),
  /**
   * Time at which the host saw the message, epoch milliseconds: strictly increasing per connection,
   * it orders the conversation.
   */
  receivedAt: z.number(),
  /** True if the message came with the replay after a reconnect. */
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
  /** Quoted message as WhatsApp delivers it, for one that is not stored here. */
  quotation: z
    .object({
      body: z.string(),
      kind: z.string(),
      /** True if it quotes a status, of the company or of a contact. */
      status: z.boolean(),
      fromMe: z.boolean().optional(),
      /** JPEG in base64. */
      thumbnail: z.string().optional(),
    })
    .optional(),
  /** Message with a structure of its own; its text is the body. */
  structured: z
    .object({ kind: StructuredKind, copy: z.array(z.string()).optional(), order: CatalogueOrder.optional() })
    .optional(),
  /** Poll whose votes can be read. */
  poll: PollQuestion.optional(),
  /** Preview of a link in the body that the sender's app made. */
  preview: z
    .object({
      /** Link as it stands in the body. */
      link: z.string(),
      title: z.string(),
      description: z.string(),
      /** JPEG in base64. */
      thumbnail: z.string().optional(),
    })
    .optional(),
  /** WhatsApp's id of the album that a photo or video belongs to. */
  albumId: z.string().optional(),
  call: z.object({ video: z.boolean(), refused: z.boolean() }).optional(),
  /**
   * Message that a metaPage itself sent, from here or elsewhere; `metadata` is set by the sender.
   */
  echo: z.object({ metadata: z.string() }).optional(),
  /** True if the sender forwarded it from another chat. */
  forwarded: z.boolean().optional(),
  /** Id of the button or row that the contact chose; the body is the text that it showed. */
  choice: z.string().optional(),
  /** Advertisement or post that brought the contact. */
  referral: z
    .object({
      sourceType: z.string(),
      sourceId: z.string(),
      sourceUrl: z.string(),
      headline: z.string(),
      body: z.string(),
    })
    .optional(),
})
export type InboundMessage = z.infer<typeof InboundMessage>

/**
 * Chat of an event about a message: the message's id alone is no proof of its chat, since its
 * sender chose it.
 */
const conversationRef = {
  /** Chat: a person, or a group when `group` is present. */
  chat: Peer,
  group: z.object({ id: z.string() }).optional(),
  /** Author of the message in a group, if it is not ours. */
  sender: Peer.extend({ name: z.string().optional() }).optional(),
}
const ConversationRef = z.object(conversationRef)
export type ConversationRef = z.infer<typeof ConversationRef>

export const InboundEdit = z.object({
  ...base,
  ...conversationRef,
  type: z.literal('edit'),
  whatsappMessageId: z.string(),
  body: z.string(),
  fromMe: z.boolean(),
  at: z.number(),
})

/**
 * Edit whose new text is encrypted under a secret that is not kept: it only says that there was an
 * edit.
 */
export const InboundHiddenEdit = z.object({
  ...base,
  ...conversationRef,
  type: z.literal('hiddenEdit'),
  /** Edited message. */
  whatsappMessageId: z.string(),
  fromMe: z.boolean(),
  at: z.number(),
})

export const InboundDelete = z.object({
  ...base,
  ...conversationRef,
  type: z.literal('delete'),
  whatsappMessageId: z.string(),
  fromMe: z.boolean(),
  at: z.number(),
})

/** Reaction to a message; it replaces the earlier one of the same person. */
export const InboundReaction = z.object({
  ...base,
  ...conversationRef,
  type: z.literal('reaction'),
  /** Message that the reaction is about. */
  whatsappMessageId: z.string(),
  fromMe: z.boolean(),
  /** Emoji; '' removes the reaction. */
  emoji: z.string(),
  /** Time by the clock of the person who reacted, epoch milliseconds. */
  at: z.number(),
})
export type InboundReaction = z.infer<typeof InboundReaction>

/** Vote in a poll; it replaces the earlier one of the same person. */
export const InboundPollVote = z.object({
  ...base,
  ...conversationRef,
  type: z.literal('pollVote'),
  /** Message of the poll. */
  whatsappMessageId: z.string(),
  fromMe: z.boolean(),
  /** SHA-256 (hex) of the text of each chosen option; none withdraws the vote. */
  options: z.array(z.string()),
  /** Time by the clock of the person who voted, epoch milliseconds. */
  at: z.number(),
})
export type InboundPollVote = z.infer<typeof InboundPollVote>

/**
 * Acknowledgement. Acks only rise: 0 clock, 1-2 sent, 3 delivered, 4-5 read. `error` marks a send
 * that failed for good.
 */
export const InboundAck = z.object({
  ...base,
  type: z.literal('ack'),
  whatsappMessageId: z.string(),
  ack: z.number().int().min(0).max(5),
  error: z.string().optional(),
})

/** Categories of a message's price (Cloud API, "pricing"). */
export const PRICE_CATEGORIES = ['marketing', 'marketing_lite', 'utility', 'authentication', 'service'] as const
export const PriceCategory = z.enum(PRICE_CATEGORIES)
export type PriceCategory = z.infer<typeof PriceCategory>

/** Status of a message that a cloud number sent. */
export const InboundStatus = z.object({
  ...base,
  type: z.literal('status'),
  chat: Peer,
  /**
   * Our id of the message and its part, which came back with the status
   * (integrations/meta/cloud/callback-data.ts); empty if it was sent elsewhere.
   */
  whatsappMessageId: z.string(),
  /** Meta's id of the message. */
  wamid: z.string(),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  /** Time of the status, epoch milliseconds. */
  at: z.number(),
  /** Meta's code of the failure. */
  code: z.number().int().optional(),
  /** Price of a delivered message, where Meta states one. */
  price: z.object({ category: PriceCategory, billable: z.boolean() }).optional(),
  /** End of the free entry point's window, epoch milliseconds. */
  windowUntil: z.number().optional(),
})
export type InboundStatus = z.infer<typeof InboundStatus>

/** New number of a contact, as WhatsApp reports it; the contact stays the same. */
export const InboundNumberChange = z.object({
  ...base,
  type: z.literal('numberChange'),
  /** Contact under the earlier number. */
  chat: Peer,
  /** New number, digits only; absent if Meta tells only a new business-scoped id. */
  number: z.string().optional(),
  /** New business-scoped id. */
  lid: z.string().optional(),
  at: z.number(),
})
export type InboundNumberChange = z.infer<typeof InboundNumberChange>

/**
 * Change of a cloud number or of its business account, told to every connection of the account:
 * - `number`: Meta has rated the number anew, or changed its limit
 * - `lost`: the number can no longer be used, for this reason
 * - `restored`: a ban was lifted
 */
export const InboundCloudNumber = z.object({
  ...base,
  type: z.literal('cloudNumber'),
  change: z.enum(['number', 'lost', 'restored']),
  /** Number that is meant, digits only; absent if all of the account are. */
  number: z.string().optional(),
  /** New quality and limit as Meta writes them. */
  quality: z.string().optional(),
  messagingLimit: z.string().optional(),
  reason: z.enum(['permission', 'banned', 'numberGone']).optional(),
  at: z.number(),
})
export type InboundCloudNumber = z.infer<typeof InboundCloudNumber>

/** Change of a template of a business account, carried by one of the account's connections. */
export const InboundTemplate = z.object({
  ...base,
  type: z.literal('template'),
  businessAccountId: z.string(),
  /** Meta's id of the template. */
  templateId: z.string(),
  name: z.string(),
  language: z.string(),
  /** New status as Meta writes it: APPROVED, REJECTED, PAUSED, DISABLED, … */
  status: z.string().optional(),
  rejectedReason: z.string().optional(),
  /** New quality as Meta writes it: GREEN, YELLOW, RED, UNKNOWN. */
  quality: z.string().optional(),
  category: z.string().optional(),
  at: z.number(),
})
export type InboundTemplate = z.infer<typeof InboundTemplate>

/** Acknowledgement of a metaPage's own messages in a chat, up to a time or to one of them. */
export const InboundSeen = z.object({
  ...base,
  type: z.literal('seen'),
  chat: Peer,
  /** Ack: 3 delivered, 4 read. */
  ack: z.number().int().min(3).max(4),
  /** Time (epoch milliseconds) up to which all sent messages are meant. */
  until: z.number().optional(),
  /** Meta's id of the last message that is meant. */
  mid: z.string().optional(),
})
export type InboundSeen = z.infer<typeof InboundSeen>

export const ConnectionState = z.enum(['qrcode', 'PAIRING', 'OPENING', 'CONNECTED', 'DISCONNECTED', 'TIMEOUT'])
export type ConnectionState = z.infer<typeof ConnectionState>

/**
 * Reason why a connection is not connected, as its session host knows it. While it keeps trying
 * (OPENING):
 * - `unreachable`: WhatsApp cannot be reached
 * - `certificate`: something else than WhatsApp answers at its address, or the clock is wrong
 * - `outdated`: WhatsApp refuses our version of its client
 *
 * After it has given up (DISCONNECTED):
 * - `unlinked`: the phone has unlinked us
 * - `replaced`: another program uses the same link
 * - `refused`: WhatsApp refuses the number, for example because it is banned
 */
export const ConnectionProblem = z.enum(['unreachable', 'certificate', 'outdated', 'unlinked', 'replaced', 'refused'])
export type ConnectionProblem = z.infer<typeof ConnectionProblem>

export const InboundConnection = z.object({
  ...base,
  type: z.literal('connection'),
  status: ConnectionState,
  /** Text of the QR code while the status is qrcode, else empty. */
  qrcode: z.string(),
  retries: z.number().int(),
  /** Number of the business once paired, digits only. */
  number: z.string().optional(),
  lid: z.string().optional(),
  /** Reason why it is not connected, where one is known. */
  problem: ConnectionProblem.optional(),
  /**
   * Fencing token of the lease under which the event was sent: events with an older one are
   * ignored.
   */
  fence: z.number().int(),
  at: z.number(),
})

/**
 * Gap of a connection, sent once after the replay; it is written into the logs of the affected
 * tickets.
 */
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

/** Late success of a media download: the message's media is available now. */
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
  InboundPollVote,
  InboundAck,
  InboundConnection,
  InboundGap,
  InboundPresence,
  InboundMedia,
  InboundSeen,
  InboundStatus,
  InboundNumberChange,
  InboundCloudNumber,
  InboundTemplate,
])
export type InboundEvent = z.infer<typeof InboundEvent>

const target = {
  ...base,
  /** Recipient: a person, or a group id. */
  to: Peer.extend({ groupId: z.string().optional() }),
}

export const OutboundContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), body: z.string() }),
  z.object({
    kind: z.literal('media'),
    body: z.string(),
    media: StoredMedia.required({ key: true }),
    /** Product that a connection with product cards shows in place of its picture. */
    item: CatalogueItem.optional(),
  }),
  z.object({
    kind: z.literal('location'),
    latitude: z.number(),
    longitude: z.number(),
    name: z.string().optional(),
    address: z.string().optional(),
  }),
  z.object({ kind: z.literal('contacts'), displayName: z.string(), vcards: z.array(z.string()).min(1) }),
  z.object({
    kind: z.literal('template'),
    /** Text as the customer reads it. */
    body: z.string(),
    template: MessageTemplate,
    /** Filled parameters in Meta's form (Cloud API, "Template messages": `components`). */
    components: z.array(z.record(z.string(), z.unknown())),
    /** File of the header, for which Meta gets a link when the message is sent. */
    media: StoredMedia.required({ key: true }).optional(),
  }),
  z.object({
    kind: z.literal('choices'),
    /** Text above the choices. */
    body: z.string(),
    choices: MessageChoices,
  }),
  z.object({
    kind: z.literal('poll'),
    /** Question and options as lines of text. */
    body: z.string(),
    poll: PollQuestion,
  }),
])
export type OutboundContent = z.infer<typeof OutboundContent>

/** Message that a reply quotes, with enough of it to build the quotation without a read. */
export const Quotation = z.object({
  whatsappMessageId: z.string(),
  fromMe: z.boolean(),
  body: z.string(),
  /** Author of the quoted message, in a group. */
  participant: Peer.optional(),
})
export type Quotation = z.infer<typeof Quotation>

export const SendCommand = z.object({
  ...target,
  type: z.literal('send'),
  /** Id chosen when the message was stored, so that a retry is the same message. */
  whatsappMessageId: z.string(),
  content: OutboundContent,
  quoted: Quotation.optional(),
  /** Time of enqueueing, epoch milliseconds. */
  queuedAt: z.number(),
  /**
   * True if this is not the first command for the message: an earlier one may have been carried
   * out.
   */
  again: z.boolean().optional(),
})
export type SendCommand = z.infer<typeof SendCommand>

/** Maximum numbers in one question to WhatsApp. */
export const NUMBERS_A_QUESTION = 50

export const OutboundCommand = z.discriminatedUnion('type', [
  SendCommand,
  z.object({
    ...target,
    type: z.literal('edit'),
    whatsappMessageId: z.string(),
    body: z.string(),
    /** Media whose caption is `body`; absent for a text. */
    media: StoredMedia.required({ key: true }).optional(),
    fromMe: z.literal(true),
  }),
  z.object({ ...target, type: z.literal('delete'), whatsappMessageId: z.string(), fromMe: z.literal(true) }),
  /**
   * Reacts to a message of either side, replacing our earlier reaction to it; an empty emoji
   * removes it.
   */
  z.object({
    ...target,
    type: z.literal('react'),
    whatsappMessageId: z.string(),
    /** True if the message is ours. */
    fromMe: z.boolean(),
    /** Author of the message in a group, if it is not ours. */
    participant: Peer.optional(),
    emoji: z.string(),
    /** Time of the reaction, epoch milliseconds: the latest one counts. */
    at: z.number(),
  }),
  /** Marks the messages received in the chat as read at WhatsApp. */
  z.object({
    ...target,
    type: z.literal('read'),
    whatsappMessageIds: z.array(z.string()),
    participant: Peer.optional(),
  }),
  z.object({ ...target, type: z.literal('presence'), presence: z.enum(['composing', 'recording', 'paused']) }),
  /** Downloads failed media again; `source` is that of StoredMedia. */
  z.object({ ...base, type: z.literal('fetchMedia'), whatsappMessageId: z.string(), source: z.string() }),
  /**
   * Session actions: open (also "try again"), a new QR code from scratch, log out (a new QR code is
   * needed afterwards), forget (the connection was deleted).
   */
  z.object({
    ...base,
    type: z.literal('session'),
    action: z.enum(['start', 'newQr', 'logout', 'forget']),
    at: z.number(),
  }),
  /** Checks a number. The answer is written to the reply row of `requestId`. */
  z.object({ ...base, type: z.literal('checkNumber'), requestId: z.string(), number: z.string() }),
  /** Asks WhatsApp about several numbers in one question. */
  z.object({
    ...base,
    type: z.literal('checkNumbers'),
    requestId: z.string(),
    numbers: z.array(z.string()).min(1).max(NUMBERS_A_QUESTION),
  }),
  z.object({ ...base, type: z.literal('profilePicture'), requestId: z.string(), number: z.string() }),
])
export type OutboundCommand = z.infer<typeof OutboundCommand>

/** Answer that a session host writes into the reply row. */
export const Reply = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('checkNumber'),
    exists: z.boolean(),
    number: z.string().optional(),
    lid: z.string().optional(),
  }),
  z.object({
    type: z.literal('checkNumbers'),
    /**
     * One result per number that WhatsApp answered for, in no order; `asked` is the number as it
     * stood in the command.
     */
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

/** Messages of the jobs queue: the next step of a job, or background work that nobody watches. */
export const JobMessage = z.discriminatedUnion('type', [
  /** Step `seq` of a job (data/jobs); each step ends by enqueueing the next. */
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
  /** Registers the company's new token of the public API with API Gateway, as a key. */
  z.object({ type: z.literal('makeUsageKey'), companyId: z.string() }),
  /**
   * Seals the company's secrets with the newest secret of the installation, after that was changed.
   */
  z.object({ type: z.literal('renewSecrets'), companyId: z.string() }),
  /**
   * Publishes a changed plan to the browsers of the companies that have it; `after` continues
   * behind that company.
   */
  z.object({ type: z.literal('tellPlan'), planId: z.string(), after: z.string().optional() }),
  /** Returns the open tickets of a removed user to pending. */
  z.object({ type: z.literal('removeUser'), companyId: z.string(), userId: z.string() }),
  /** Counts the figures by day anew after the company changed its time zone. */
  z.object({ type: z.literal('recountDays'), companyId: z.string() }),
  /** Removes the menu of a deleted queue, and takes its live tickets out of it. */
  z.object({ type: z.literal('removeQueue'), companyId: z.string(), queueId: z.string() }),
  /** Hands the tickets of a deleted prompt or integration to people. */
  z.object({
    type: z.literal('removeMachine'),
    companyId: z.string(),
    kind: z.enum(['prompt', 'integration']),
    id: z.string(),
  }),
  /** Updates the contracts of a renamed customer, which show its name and are found by it. */
  z.object({ type: z.literal('renameCustomer'), companyId: z.string(), customerId: z.string() }),
  /**
   * Enters tickets that exist into the index of a new view, or takes them out of one that no view
   * needs any more. `from` continues behind a ticket; `again` is the second run, for tickets that
   * were written meanwhile by somebody who did not know the change yet.
   */
  z.object({
    type: z.literal('fillView'),
    companyId: z.string(),
    view: z.string(),
    from: z.object({ status: z.string(), below: z.string() }).optional(),
    again: z.literal(true).optional(),
  }),
  /** Removes the recipients of a deleted campaign. */
  z.object({ type: z.literal('removeShippings'), companyId: z.string(), campaignId: z.string() }),
  /** Removes the index of a deleted custom field. */
  z.object({ type: z.literal('removeFieldLinks'), companyId: z.string(), fieldId: z.string() }),
  /**
   * Removes the log of a deleted rule, which names contacts; `again` is the second run, for what
   * was written meanwhile by somebody who did not know of the deletion yet.
   */
  z.object({
    type: z.literal('removeRuleLog'),
    companyId: z.string(),
    ruleId: z.string(),
    again: z.literal(true).optional(),
  }),
])
export type JobMessage = z.infer<typeof JobMessage>

/**
 * Tick of a connection's campaigns: the next message is due. Only the tick whose `seq` matches the
 * send queue does anything. With `again`, the last message may not have reached its queue and is
 * sent once more under its id.
 */
export const Tick = z.object({
  companyId: z.string(),
  connectionId: z.string(),
  seq: z.number().int(),
  again: z.literal(true).optional(),
})
export type Tick = z.infer<typeof Tick>

/**
 * Reply that a bot (a prompt, an integration) owes in a ticket. The ticket's row holds what is owed
 * (data/automation).
 */
export const BotReplyJob = z.object({ companyId: z.string(), ticketId: z.string() })
export type BotReplyJob = z.infer<typeof BotReplyJob>

/** Preview of a message's first link that is to be fetched. */
export const LinkPreviewJob = z.object({ type: z.literal('previewLink'), companyId: z.string(), messageId: z.string() })
export type LinkPreviewJob = z.infer<typeof LinkPreviewJob>

/** Summary of a ticket that a person passed on, once for each entry of its log. */
export const TicketSummaryJob = z.object({
  type: z.literal('summarizeTicket'),
  companyId: z.string(),
  ticketId: z.string(),
  logId: z.string(),
})
export type TicketSummaryJob = z.infer<typeof TicketSummaryJob>

/** Step `seq` of a test run of an AI agent, which is a job (data/jobs). */
export const PromptRunStep = z.object({
  type: z.literal('promptRun'),
  companyId: z.string(),
  jobId: z.string(),
  seq: z.number().int(),
})
export type PromptRunStep = z.infer<typeof PromptRunStep>

/**
 * Work that waits for systems of others: it has a queue of its own, so that nothing else waits too.
 */
export const WaitingWork = z.union([PromptRunStep, LinkPreviewJob, TicketSummaryJob, BotReplyJob])

/** Attempt of a webhookDelivery; its row says whether it is still due. */
export const DeliveryAttempt = z.object({ companyId: z.string(), deliveryId: z.string() })
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

/**
 * Work for pushes: first an incoming message, then each device by itself. `at` is when the message
 * came, epoch milliseconds.
 */
export const PushWork = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message'),
    companyId: z.string(),
    ticketId: z.string(),
    messageId: z.string(),
    at: z.number().int(),
  }),
  z.object({
    type: z.literal('notice'),
    companyId: z.string(),
    ticketId: z.string(),
    noticeId: z.string(),
    userIds: z.array(z.string()),
    at: z.number().int(),
  }),
  z.object({
    type: z.literal('send'),
    companyId: z.string(),
    userId: z.string(),
    deviceId: z.string(),
    /** Subject of the push; null for a test. */
    about: z
      .union([
        z.object({ ticketId: z.string(), messageId: z.string() }),
        z.object({ ticketId: z.string(), noticeId: z.string() }),
      ])
      .nullable(),
    at: z.number().int(),
    /** Number of times the device's push service has put it off. */
    tries: z.number().int(),
  }),
])
export type PushWork = z.infer<typeof PushWork>

/** Email to be sent. Its text is written when it leaves; `id` is the same at every attempt. */
export const Mail = z.discriminatedUnion('type', [
  /** Notice to the earlier address: the email a user signs in with has changed. */
  z.object({
    type: z.literal('signInChanged'),
    id: z.string(),
    language: z.enum(LANGUAGES),
    to: z.string(),
    name: z.string(),
    company: z.string(),
    changed: z.enum(['password', 'email', 'both', 'secondFactorOn', 'secondFactorOff']),
    /** True if an admin made the change, not the user. */
    byOther: z.boolean(),
    /** Time of the change, epoch milliseconds. */
    at: z.number(),
    timezone: z.string(),
  }),
  /**
   * Password reset for somebody who says this is their email. The code is made when the email is
   * sent, so it is stored nowhere before.
   */
  z.object({ type: z.literal('passwordReset'), id: z.string(), language: z.enum(LANGUAGES), to: z.string() }),
  /**
   * Notice to the owner of an email with which somebody tried to sign up a company, although it is
   * a user's already. The caller does not learn of it.
   */
  z.object({ type: z.literal('knownEmail'), id: z.string(), language: z.enum(LANGUAGES), to: z.string() }),
  /**
   * Proof that `to`, the user's current or wanted address, is theirs. The code is made when the
   * email is sent.
   */
  z.object({
    type: z.literal('emailConfirmation'),
    id: z.string(),
    language: z.enum(LANGUAGES),
    to: z.string(),
    companyId: z.string(),
    userId: z.string(),
  }),
  /**
   * Invitation to join a company. The code is made when the email is sent; a newer email (`sentAt`)
   * replaces this one.
   */
  z.object({
    type: z.literal('invitation'),
    id: z.string(),
    to: z.string(),
    companyId: z.string(),
    invitationId: z.string(),
    sentAt: z.string(),
  }),
  /** E-mail that a company's macro or rule sends, with what its texts say by then. */
  z.object({
    type: z.literal('action'),
    id: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    /** Company that sends it, by its name. */
    company: z.string(),
  }),
  /**
   * Notice that a contract expires in so many days; sent only if its last day is still `expiresAt`
   * (`yyyy-mm-dd`).
   */
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
  /**
   * Reminder that an invoice is due in so many days (negative: was due); sent only if it is open
   * and still due then (epoch milliseconds).
   */
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

/** Timer that fired: the clock moved it from its minute bucket to the timers queue. */
export const Timer = z.discriminatedUnion('type', [
  /**
   * Asks the company's rules about an event. Sent to the queue when it happened; the row is for the
   * case that it did not arrive. Rules that set each other off share the root.
   */
  z.object({
    type: z.literal('runRules'),
    companyId: z.string(),
    eventId: z.string(),
    event: RuleEvent,
    ticketId: z.string(),
    messageId: z.string().optional(),
    orderId: z.string().optional(),
    tagId: z.string().optional(),
    goal: z.enum(GOAL_KINDS).optional(),
    /** Minutes of silence that the event is about. */
    minutes: z.number().int().optional(),
    /** Number of rules whose actions led here, one after the other. */
    depth: z.number().int(),
    dueAt: z.number(),
  }),
  /**
   * Tells rules that nobody wrote in a ticket for `minutes`, if
   * nobody has since `since` (epoch ms).
   */
  z.object({
    type: z.literal('idleTicket'),
    companyId: z.string(),
    ticketId: z.string(),
    since: z.number(),
    minutes: z.number().int(),
    /**
     * Depth of the chain of rules in which the message before the silence was sent; absent: none.
     */
    depth: z.number().int().optional(),
    dueAt: z.number(),
  }),
  /**
   * Gives waiting tickets of a queue to people. Sent to the queue when there may be something to
   * give; the row is for the case that it did not arrive. `about` is the ticket, user or queue that
   * was the occasion.
   */
  z.object({
    type: z.literal('distribute'),
    companyId: z.string(),
    queueId: z.string(),
    about: z.string(),
    dueAt: z.number(),
  }),
  /** Takes back what was given to a user who has been offline and has not answered. */
  z.object({ type: z.literal('takeBack'), companyId: z.string(), userId: z.string(), dueAt: z.number() }),
  /** Closes the screens of a user at the end of their access hours. */
  z.object({ type: z.literal('endAccess'), companyId: z.string(), userId: z.string(), dueAt: z.number() }),
  /** Marks what a ticket has missed of its service goals. */
  z.object({ type: z.literal('goalDue'), companyId: z.string(), ticketId: z.string(), dueAt: z.number() }),
  /** Tells rules that a ticket's window closes at `until` (epoch ms), if it still does. */
  z.object({
    type: z.literal('windowClosing'),
    companyId: z.string(),
    ticketId: z.string(),
    until: z.number(),
    dueAt: z.number(),
  }),
  /** Ends a support session after its half hour. */
  z.object({ type: z.literal('endSupport'), companyId: z.string(), sessionId: z.string(), dueAt: z.number() }),
  /** Moves a ticket to queue `sendIdQueue` after `timeSendQueue` minutes without a choice. */
  z.object({ type: z.literal('redirectQueue'), companyId: z.string(), ticketId: z.string(), dueAt: z.number() }),
  /** Attempts the webhookDeliveries that wait for an address and are due. */
  z.object({ type: z.literal('sweepDeliveries'), companyId: z.string(), targetId: z.string(), dueAt: z.number() }),
  /**
   * Asks a bot once more for a reply it owed by then, because the process that worked on it died.
   */
  z.object({ type: z.literal('machineTurn'), companyId: z.string(), ticketId: z.string(), dueAt: z.number() }),
  /** Moves a ticket to queue `transferQueueId` after `timeToTransfer` minutes pending. */
  z.object({ type: z.literal('transferPending'), companyId: z.string(), ticketId: z.string(), dueAt: z.number() }),
  /** Returns a ticket that is snoozed until then (epoch milliseconds), if it still is. */
  z.object({
    type: z.literal('wakeTicket'),
    companyId: z.string(),
    ticketId: z.string(),
    until: z.number(),
    dueAt: z.number(),
  }),
  /** Closes an open ticket after `expiresTicket` minutes without a message. */
  z.object({
    type: z.literal('expireTicket'),
    companyId: z.string(),
    ticketId: z.string(),
    dueAt: z.number(),
    /**
     * Time (epoch milliseconds) at which an answer was last seen not to have left: the silence
     * counts from there.
     */
    heldAt: z.number().optional(),
  }),
  /**
   * Sends the messages that follow the closing of a ticket at `closedAt` (epoch milliseconds),
   * while that closing stands.
   */
  z.object({
    type: z.literal('farewell'),
    companyId: z.string(),
    ticketId: z.string(),
    closedAt: z.number(),
    dueAt: z.number(),
  }),
  /** Stops waiting for a rating that was awaited until `dueAt`. */
  z.object({ type: z.literal('ratingOver'), companyId: z.string(), ticketId: z.string(), dueAt: z.number() }),
  /**
   * Sends own messages of the ticket again that are still unsent by then, or marks them failed if
   * they are too old.
   */
  z.object({
    type: z.literal('outbox'),
    companyId: z.string(),
    ticketId: z.string(),
    dueAt: z.number(),
    /** Restricts this to one message, sent again by hand at `since` (epoch milliseconds). */
    retry: z.object({ messageId: z.string(), since: z.number() }).optional(),
  }),
  /** Updates the search index of messages, if that was not done by then. */
  z.object({
    type: z.literal('indexMessages'),
    companyId: z.string(),
    ticketId: z.string(),
    messageIds: z.array(z.string()).min(1),
    dueAt: z.number(),
  }),
  /** Starts a job that has not begun by then: the message of its first step was lost. */
  z.object({ type: z.literal('startJob'), companyId: z.string(), jobId: z.string(), dueAt: z.number() }),
  /**
   * Sends a scheduled message, if it is still to be sent at `sendAt` (epoch milliseconds); later
   * timers check it again while it waits.
   */
  z.object({
    type: z.literal('sendSchedule'),
    companyId: z.string(),
    scheduleId: z.string(),
    sendAt: z.number(),
    dueAt: z.number(),
  }),
  /**
   * Notifies that a contract expires in so many days, if its last day is still `expiresAt`
   * (`yyyy-mm-dd`).
   */
  z.object({
    type: z.literal('remindContract'),
    companyId: z.string(),
    contractId: z.string(),
    expiresAt: z.string(),
    days: z.number().int(),
    dueAt: z.number(),
  }),
  /**
   * Renews a contract for another term after its last day, if it is to be renewed and that day was
   * `expiresAt`.
   */
  z.object({
    type: z.literal('renewContract'),
    companyId: z.string(),
    contractId: z.string(),
    expiresAt: z.string(),
    dueAt: z.number(),
  }),
  /**
   * Greets the birthdays of a day (`yyyy-mm-dd`) at nine o'clock, in a company that congratulates
   * its customers.
   */
  z.object({ type: z.literal('greetBirthdays'), companyId: z.string(), day: z.string(), dueAt: z.number() }),
  /** Greets one customer whose birthday is kept on that day. */
  z.object({
    type: z.literal('greetCustomer'),
    companyId: z.string(),
    customerId: z.string(),
    day: z.string(),
    dueAt: z.number(),
  }),
  /** Removes an invitation whose link is valid until `expiresAt`, unless another was sent. */
  z.object({
    type: z.literal('expireInvitation'),
    companyId: z.string(),
    invitationId: z.string(),
    expiresAt: z.string(),
    dueAt: z.number(),
  }),
  /** Starts a campaign, if it is still to start at `scheduledAt` (epoch milliseconds). */
  z.object({
    type: z.literal('startCampaign'),
    companyId: z.string(),
    campaignId: z.string(),
    scheduledAt: z.number(),
    dueAt: z.number(),
  }),
  /**
   * Publishes the recent changes of a campaign's report. Sent to the queue only, never stored as a
   * row.
   */
  z.object({ type: z.literal('tellReport'), companyId: z.string(), campaignId: z.string(), dueAt: z.number() }),
  /** Makes a company's next invoice, or adjusts the open one to the company's current due date. */
  z.object({ type: z.literal('billCompany'), companyId: z.string(), dueAt: z.number() }),
  /**
   * Checks every company once a day as `billCompany` does, a page at a time: those whose name comes
   * after `after`. `companyId` is the installation's.
   */
  z.object({ type: z.literal('billCompanies'), companyId: z.string(), after: z.string(), dueAt: z.number() }),
  /**
   * Reminds of an invoice that is due in so many days (negative: was due), if it is still due at
   * `dueDate` (epoch milliseconds).
   */
  z.object({
    type: z.literal('remindInvoice'),
    companyId: z.string(),
    invoiceId: z.string(),
    dueDate: z.number(),
    days: z.number().int(),
    dueAt: z.number(),
  }),
  /**
   * Asks the bank whether a charge was paid. `once`: the bank said so itself; the timer that asks
   * anyway stays.
   */
  z.object({
    type: z.literal('askCharge'),
    companyId: z.string(),
    txid: z.string(),
    once: z.literal(true).optional(),
    dueAt: z.number(),
  }),
  /** Tick of a connection's campaigns that should have come by then, in case its chain broke. */
  z.object({ type: z.literal('tick'), companyId: z.string(), connectionId: z.string(), dueAt: z.number() }),
  /** Moves what belongs to a deleted connection to another one, or stops it. */
  z.object({ type: z.literal('rehome'), companyId: z.string(), connectionId: z.string(), dueAt: z.number() }),
  /**
   * Looks whether the index of a changed view was brought up to date, in case the job's message did
   * not arrive.
   */
  z.object({ type: z.literal('followView'), companyId: z.string(), view: z.string(), dueAt: z.number() }),
  /** Records a gap of a connection in tickets whose replayed messages were stored since. */
  z.object({
    type: z.literal('recordGap'),
    companyId: z.string(),
    connectionId: z.string(),
    /** Beginning and end of the gap, epoch milliseconds. */
    from: z.number(),
    to: z.number(),
    recovered: z.number().int(),
    dueAt: z.number(),
  }),
])
export type Timer = z.infer<typeof Timer>

/** Returns the FIFO group of a chat's traffic on a connection. */
export const chatGroup = (connectionId: string, chat: Peer & { groupId?: string }): string =>
  `${connectionId}:${chat.groupId ?? chat.number ?? chat.lid ?? chat.scoped?.id ?? 'session'}`
