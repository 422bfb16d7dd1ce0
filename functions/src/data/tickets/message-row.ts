/**
 * Form of a stored message: its row, the pointer to it by id, and the writes that make both. Longer
 * than others by the number of a message's fields.
 */
import {
  Feedback,
  type MediaType,
  type MessageBot,
  type MessageCampaign,
  type MessageChoices,
  MessageError,
  type MessageTemplate,
  type QuotedMessage,
} from '@balcao/shared/entities/message.ts'
import type { PollQuestion } from '@balcao/shared/entities/poll.ts'
import type { Structured } from '@balcao/shared/entities/structured.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import type { CatalogueItem, StoredMedia } from '@balcao/shared/events/queues.ts'
import { messageDigest } from '@balcao/shared/ids.ts'
import type { KeptVote } from '@balcao/shared/rules/poll-votes.ts'
import type { KeptReaction } from '@balcao/shared/rules/reactions.ts'
import { z } from 'zod'
import { batchItems } from '../table/batch-items.ts'
import { defineRow, type RowOf } from '../table/define-row.ts'
import type { TableKey } from '../table/keys.ts'
import { put, type Write, withAttributes } from '../table/transact.ts'
import type { TicketRow } from './ticket-row.ts'

/** Message as the server stores it. */
export type MessageRow = {
  companyId: string
  ticketId: string
  /**
   * Value of `messageId(connectionId, whatsappMessageId, at)`; its time is the message's place in
   * the conversation.
   */
  id: string
  contactId: string
  connectionId: string
  whatsappMessageId: string
  body: string
  fromMe: boolean
  ack: number
  mediaType: MediaType
  media: StoredMedia | null
  location: { latitude: number; longitude: number; name?: string | undefined; address?: string | undefined } | null
  vcards: string[]
  call: { video: boolean } | null
  quoted: QuotedMessage | null
  isDeleted: boolean
  isEdited: boolean
  /** True if the message was edited to a text that could not be read. */
  editedUnseen: boolean
  /** Earlier texts, oldest first. */
  earlierBodies: string[]
  /**
   * Users who replaced the earlier texts, oldest first, aligned with the end of `earlierBodies`.
   * Older edits have none.
   */
  edits: Rewritten[]
  deletion: Rewritten | null
  reactions: KeptReaction[]
  /** Poll that the message asks. Missing in other rows. */
  poll?: PollQuestion | null
  votes: KeptVote[]
  error: MessageFailure | null
  /** Author of a group message. */
  sender: { number?: string | undefined; lid?: string | undefined; name?: string | undefined } | null
  user: { id: string; name: string } | null
  origin: 'contact' | 'attendant' | 'bot' | 'handset' | 'api' | 'campaign' | 'machine'
  clientId: string | null
  /** Digest of the API call that made the message, if the call came with an idempotency key. */
  request: string | null
  /** Scheduled message this message was sent for. */
  scheduleId: string | null
  machine: MessageBot | null
  /** Signature with which the body begins (decision 0079). Missing in messages without one. */
  signature?: string
  /** Campaign that sent it. Missing in rows older than this field. */
  campaign?: MessageCampaign | null
  feedback: Feedback | null
  /** Transcript of a voice message. */
  transcript: string | null
  structured: Structured | null
  /** WhatsApp's id of the album to which a photo or video belongs. */
  albumId: string | null
  template: MessageTemplate | null
  /** Filled parameters of the template, in Meta's form. */
  templateComponents: Record<string, unknown>[]
  choices: MessageChoices | null
  /** Product of a catalogue whose picture this is. */
  item?: CatalogueItem | null
  forwarded: boolean
  preview: StoredPreview | null
}

/** Preview of a link in a message's text. */
export type StoredPreview = {
  /** Link as it stands in the text, by which it is known whether an edit removed it. */
  link: string
  /** Empty if the address shows nothing. */
  title: string
  description: string
  /** Picture in the bucket, which belongs to this message alone. */
  picture?: { key: string; mimetype: string } | undefined
  /** JPEG in base64, which came with the message. */
  thumbnail?: string | undefined
}

/**
 * Time (epoch ms) and user of an edit or deletion; the user is null for the contact and the
 * business phone.
 */
export type Rewritten = { at: number; by: UserRef | null }

export type MessageFailure = (typeof MessageError.options)[number]

export const MESSAGES = defineRow({
  kind: 'message',
  key: { pk: '${companyId}#ticket#${ticketId}', sk: 'message#${id}' },
  // Messages with a file that is there, in the order of the conversation.
  indexes: { gsi1: { pk: '${companyId}#files#${ticketId}', sk: '${fileId}' } },
  content: z.object({
    companyId: z.string(),
    ticketId: z.string(),
    id: z.string(),
    /** Id of a message with a file. */
    fileId: z.string().optional(),
    /**
     * Unchanging fields as one text (`Fixed`): a page is read several times faster than from nested
     * attributes.
     */
    fixed: z.string(),
    body: z.string(),
    ack: z.number(),
    media: z.custom<StoredMedia>().optional(),
    /** Import that brought the file after the message. */
    mediaFrom: z.string().optional(),
    isDeleted: z.boolean().optional(),
    editedUnseen: z.boolean().optional(),
    earlierBodies: z.array(z.string()).optional(),
    edits: z.custom<Rewritten[]>().optional(),
    deletion: z.custom<Rewritten>().optional(),
    /**
     * Reactions as one text, replaced under the condition that it is unchanged since it was read.
     */
    reactions: z.string().optional(),
    /** Votes of its poll as one text, replaced under the same condition. */
    votes: z.string().optional(),
    error: MessageError.optional(),
    feedback: Feedback.optional(),
    transcript: z.string().optional(),
    preview: z.custom<StoredPreview>().optional(),
  }),
  keyOnly: ['fileId'],
})

export type StoredMessage = RowOf<typeof MESSAGES>

/**
 * Pointer from a message's digest (of connection and WhatsApp id; part of the message's id) to the
 * message. If it exists, a second delivery is a duplicate.
 */
export const MESSAGE_POINTERS = defineRow({
  kind: 'messagePointer',
  key: { pk: '${companyId}#message#${digest}', sk: 'message' },
  content: z.object({
    companyId: z.string(),
    digest: z.string(),
    ticketId: z.string(),
    messageId: z.string(),
    /** Import and source id of a message of another system (imports/imported-row.ts). */
    importedFrom: z.string().optional(),
  }),
})

/** Attributes of an item that a page reads. Company and ticket are known to the caller. */
export const MESSAGE_ATTRIBUTES = [
  'id',
  'fixed',
  'body',
  'ack',
  'media',
  'isDeleted',
  'editedUnseen',
  'earlierBodies',
  'edits',
  'deletion',
  'reactions',
  'votes',
  'error',
  'feedback',
  'transcript',
  'preview',
] as const

type Changing =
  | 'body'
  | 'ack'
  | 'media'
  | 'isDeleted'
  | 'isEdited'
  | 'editedUnseen'
  | 'earlierBodies'
  | 'edits'
  | 'deletion'
  | 'reactions'
  | 'votes'
  | 'error'
  | 'feedback'
  | 'transcript'
  | 'preview'
/** Fields with no value are left out. */
type Fixed = Partial<Omit<MessageRow, 'companyId' | 'ticketId' | 'id' | Changing>> &
  Pick<MessageRow, 'contactId' | 'connectionId' | 'whatsappMessageId' | 'fromMe' | 'mediaType' | 'origin'>

export function toMessageRow(item: StoredMessage): MessageRow {
  const fixed = JSON.parse(item.fixed) as Fixed
  return {
    companyId: item.companyId,
    ticketId: item.ticketId,
    id: item.id,
    contactId: fixed.contactId,
    connectionId: fixed.connectionId,
    whatsappMessageId: fixed.whatsappMessageId,
    body: item.body,
    fromMe: fixed.fromMe,
    ack: item.ack,
    mediaType: fixed.mediaType,
    media: item.media ?? null,
    location: fixed.location ?? null,
    vcards: fixed.vcards ?? [],
    call: fixed.call ?? null,
    quoted: fixed.quoted ?? null,
    isDeleted: item.isDeleted ?? false,
    isEdited: item.earlierBodies !== undefined,
    editedUnseen: item.editedUnseen ?? false,
    earlierBodies: item.earlierBodies ?? [],
    edits: item.edits ?? [],
    deletion: item.deletion ?? null,
    reactions: item.reactions ? (JSON.parse(item.reactions) as KeptReaction[]) : [],
    ...(fixed.poll ? { poll: fixed.poll } : {}),
    votes: item.votes ? (JSON.parse(item.votes) as KeptVote[]) : [],
    error: item.error ?? null,
    sender: fixed.sender ?? null,
    user: fixed.user ?? null,
    origin: fixed.origin,
    clientId: fixed.clientId ?? null,
    request: fixed.request ?? null,
    scheduleId: fixed.scheduleId ?? null,
    machine: fixed.machine ?? null,
    ...(fixed.signature ? { signature: fixed.signature } : {}),
    ...(fixed.campaign ? { campaign: fixed.campaign } : {}),
    ...(fixed.item ? { item: fixed.item } : {}),
    feedback: item.feedback ?? null,
    transcript: item.transcript ?? null,
    structured: fixed.structured ?? null,
    albumId: fixed.albumId ?? null,
    template: fixed.template ?? null,
    templateComponents: fixed.templateComponents ?? [],
    choices: fixed.choices ?? null,
    forwarded: fixed.forwarded ?? false,
    preview: item.preview ?? null,
  }
}

/** Required fields of a new message; the rest has defaults. */
export type NewMessage = Pick<
  MessageRow,
  'id' | 'connectionId' | 'whatsappMessageId' | 'body' | 'fromMe' | 'mediaType' | 'origin'
> &
  Partial<
    Pick<
      MessageRow,
      | 'ack'
      | 'media'
      | 'location'
      | 'vcards'
      | 'call'
      | 'quoted'
      | 'error'
      | 'sender'
      | 'user'
      | 'clientId'
      | 'request'
      | 'scheduleId'
      | 'machine'
      | 'campaign'
      | 'signature'
      | 'transcript'
      | 'structured'
      | 'albumId'
      | 'template'
      | 'templateComponents'
      | 'choices'
      | 'item'
      | 'poll'
      | 'forwarded'
      | 'preview'
    >
  >

export const messageOf = (ticket: Pick<TicketRow, 'companyId' | 'id' | 'contact'>, given: NewMessage): MessageRow => ({
  ack: 0,
  media: null,
  location: null,
  vcards: [],
  call: null,
  quoted: null,
  error: null,
  sender: null,
  user: null,
  clientId: null,
  request: null,
  scheduleId: null,
  machine: null,
  transcript: null,
  structured: null,
  albumId: null,
  template: null,
  templateComponents: [],
  choices: null,
  forwarded: false,
  preview: null,
  ...given,
  companyId: ticket.companyId,
  ticketId: ticket.id,
  contactId: ticket.contact.id,
  isDeleted: false,
  isEdited: false,
  editedUnseen: false,
  earlierBodies: [],
  edits: [],
  deletion: null,
  reactions: [],
  votes: [],
  feedback: null,
})

const present = <T extends Record<string, unknown>>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }

export const messageKey = (companyId: string, ticketId: string, id: string): TableKey =>
  MESSAGES.key({ companyId, ticketId, id })

export const messagePointerKey = (companyId: string, id: string): TableKey =>
  MESSAGE_POINTERS.key({ companyId, digest: messageDigest(id) })

/**
 * Returns the writes of a new message: `pointer`, which is refused for a duplicate, and `message`.
 */
export function messageWrites(message: MessageRow): Write[] {
  const {
    companyId,
    ticketId,
    id,
    body,
    ack,
    media,
    error,
    isDeleted: _,
    isEdited: __,
    earlierBodies: ___,
    edits: ____,
    deletion: _____,
    reactions: ______,
    feedback: _______,
    editedUnseen: ________,
    votes: _________,
    transcript,
    preview,
    ...rest
  } = message
  const { vcards, forwarded, ...others } = rest
  const fixed = JSON.stringify(
    present({ ...others, vcards: vcards.length > 0 ? vcards : null, forwarded: forwarded || null }),
  )
  const digest = messageDigest(id)
  const file = media?.key ? { fileId: id } : {}
  const row = { companyId, ticketId, id, ...file, fixed, body, ack, ...present({ media, error, transcript, preview }) }
  return [
    put('pointer', MESSAGE_POINTERS.create({ companyId, digest, ticketId, messageId: id })),
    put('message', MESSAGES.put(row)),
  ]
}

/** Reads the pointers of messages by their ids, consistently, with the import that wrote each. */
export async function pointersOf(
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, { ticketId: string; messageId: string; importedFrom?: string | undefined }>> {
  const keys = [...new Set(ids.map(messageDigest))].map(digest => MESSAGE_POINTERS.key({ companyId, digest }))
  const found = await batchItems<Record<string, unknown>>(keys, MESSAGE_POINTERS.attributes, true)
  return new Map(found.map(item => MESSAGE_POINTERS.parse(item)!).map(pointer => [pointer.digest, pointer]))
}

/**
 * Returns the writes of a message as it was in another system, with its edits, deletion and
 * reactions. The pointer says which import wrote it.
 */
export function restoredMessageWrites(message: MessageRow, importedFrom: string): Write[] {
  const [pointer, row] = messageWrites(message) as [Write, Write]
  const { isDeleted, isEdited, earlierBodies, reactions } = message
  const more = {
    ...(isDeleted ? { isDeleted } : {}),
    ...(isEdited ? { earlierBodies } : {}),
    ...(reactions.length > 0 ? { reactions: JSON.stringify(reactions) } : {}),
  }
  return [withAttributes(pointer, { importedFrom }), withAttributes(row, { ...more, importedFrom })]
}
