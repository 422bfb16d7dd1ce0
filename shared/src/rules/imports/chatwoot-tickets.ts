/** Maps conversations, messages, notes, canned responses and campaigns of Chatwoot. */
import type { MediaKind } from '../../entities/media-kind.ts'
import type { TicketPriority, TicketStatus } from '../../entities/ticket.ts'
import type { ChatwootRow } from './chatwoot-tables.ts'
import { type FoundFile, mimetypeOf } from './imported-file.ts'
import { ratingIn } from './imported-rating.ts'
import type { ImportedCampaign, ImportedMessage, ImportedNote, ImportedQuickMessage, ImportedTicket } from './record.ts'
import {
  bodyIn,
  type ChangeNote,
  fieldIn,
  flagOf,
  instantOf,
  jsonOf,
  type Mapped,
  nameIn,
  textIn,
  wholeNumberOf,
} from './values.ts'

/** Statuses by their number: open, resolved, pending (of a bot), snoozed. */
const STATUSES: readonly TicketStatus[] = ['open', 'closed', 'pending', 'open']
const PRIORITIES: readonly TicketPriority[] = ['low', 'medium', 'high', 'urgent']

/** Surroundings of a conversation's row; references are those that exist, null otherwise. */
export type ConversationContext = {
  contactId: string
  isGroup: boolean
  connectionId: string
  queueId: string | null
  userId: string | null
  tagIds: string[]
  /** True if a later conversation of the contact in the inbox is live. */
  isBeside: boolean
  /** Messages of the contact that nobody has seen. */
  unread: number
  resolvedAt: number | null
  ratings: ChatwootRow<'csat_survey_responses'>[]
}

export function mapConversation(
  row: ChatwootRow<'conversations'>,
  context: ConversationContext,
): Mapped<ImportedTicket> {
  if (!row.id) return { refusal: 'noId' }
  const updatedAt = instantOf(row.last_activity_at) ?? instantOf(row.updated_at)
  const createdAt = row.at ?? updatedAt
  if (createdAt === null) return { refusal: 'badDate' }
  const changes: ChangeNote[] = []
  if (row.at === null) changes.push({ reason: 'dateReplaced' })
  const known = STATUSES[wholeNumberOf(row.status) ?? -1]
  if (!known) changes.push({ reason: 'badValue', detail: `status ${(row.status ?? '').slice(0, 40)}` })
  const isBeside = context.isBeside && known !== 'closed'
  if (isBeside) changes.push({ reason: 'closedBeside' })
  if (row.assignee_id && !context.userId) changes.push({ reason: 'userMissing', detail: row.assignee_id })
  if (row.team_id && !context.queueId) changes.push({ reason: 'queueMissing', detail: row.team_id })
  const status = isBeside ? 'closed' : known === 'open' && !context.userId ? 'pending' : (known ?? 'closed')
  const acceptedAt = status === 'pending' ? null : instantOf(row.first_reply_created_at)
  const changedAt = Math.max(createdAt, updatedAt ?? createdAt)
  const closedAt = status === 'closed' ? Math.max(context.resolvedAt ?? changedAt, acceptedAt ?? createdAt) : null
  const rating = context.ratings.at(-1)
  const record: ImportedTicket = {
    kind: 'ticket',
    source: { id: row.id, line: row.line },
    createdAt,
    contains: { rating: context.ratings.length },
    status,
    contactId: context.contactId,
    connectionId: context.connectionId,
    queueId: context.queueId,
    userId: status === 'pending' ? null : context.userId,
    tagIds: context.tagIds,
    isGroup: context.isGroup,
    priority: PRIORITIES[wholeNumberOf(row.priority) ?? -1] ?? 'none',
    unreadMessages: status === 'closed' ? 0 : context.unread,
    updatedAt: changedAt,
    acceptedAt,
    servedAt: acceptedAt,
    openedAt: null,
    closedAt,
    waitTime:
      closedAt === null || acceptedAt === null ? null : Math.max(0, Math.round((acceptedAt - createdAt) / 1000)),
    supportTime: closedAt === null || acceptedAt === null ? null : Math.round((closedAt - acceptedAt) / 1000),
    rating: rating ? ratingIn(wholeNumberOf(rating.rating), 5) : null,
    ratedAt: rating?.at ?? null,
  }
  return { record, changes }
}

/** Attachment with the file that Active Storage keeps for it. */
export type AttachmentRow = ChatwootRow<'attachments'> & {
  key: string | null
  filename: string | null
  content_type: string | null
}

export type ChatwootMessageContext = {
  ticket: { id: string; createdAt: number; isGroup: boolean }
  attachments: AttachmentRow[]
  quoted: { row: ChatwootRow<'messages'>; createdAt: number; kind: MediaKind | null; name: string | null } | null
  hasUser: (id: string) => boolean
  /** Name and address of a contact who wrote into a group. */
  personOf: (contactId: string) => { name: string; number: string; lid: string | null } | null
  findFile: (path: string) => FoundFile
}

/** Numbers of `message_type`: incoming, outgoing, activity, template. */
const OUTGOING = '1'
const ACTIVITY = '2'
const TEMPLATE = '3'
/** Number of `content_type` of a question for a rating. */
const ASKS_RATING = '9'
/** Kinds by the number of `file_type`: image, audio, video, file. */
const FILES: readonly MediaKind[] = ['image', 'audio', 'video', 'application']
const PLACE = '4'
const CARD = '8'
/** Acks by the number of `status`: sent, delivered, read, failed. */
const ACKS = [2, 3, 4, 0]

/** Returns whether a row is a note: a message that only agents see. */
export const isPrivate = (row: Pick<ChatwootRow<'messages'>, 'private'>): boolean => flagOf(row.private)

/** Returns the id by which WhatsApp knows a message, or one made of the row's. */
export const whatsappIdOf = (row: Pick<ChatwootRow<'messages'>, 'id' | 'source_id'>): string =>
  (row.source_id ?? '').replace(/^WAID:/, '').slice(0, 128) || `chatwoot-${row.id}`

/** Maps a message; further files of it are messages of their own here. */
export function mapChatwootMessage(
  row: ChatwootRow<'messages'>,
  context: ChatwootMessageContext,
): { mapped: Mapped<ImportedMessage>; further: ImportedMessage[] } {
  const refuse = (refusal: 'noId' | 'systemMessage' | 'empty') => ({ mapped: { refusal }, further: [] })
  if (!row.id) return refuse('noId')
  if (row.message_type === ACTIVITY || row.content_type === ASKS_RATING) return refuse('systemMessage')
  const changes: ChangeNote[] = []
  const attributes = jsonOf(row.content_attributes)
  const createdAt = row.at ?? context.ticket.createdAt
  if (row.at === null) changes.push({ reason: 'dateReplaced' })
  const fromMe = row.message_type === OUTGOING || row.message_type === TEMPLATE
  const isDeleted = fieldIn(attributes, 'deleted') === true
  const [first, ...others] = context.attachments.map(one => attachmentOf(one, context.findFile, changes))
  const body = bodyIn(row.content ?? '', changes)
  if (!body && !first && !isDeleted) return refuse('empty')
  const isReply = fieldIn(attributes, 'in_reply_to') !== undefined && fieldIn(attributes, 'in_reply_to') !== null
  if (isReply && !context.quoted) changes.push({ reason: 'quotedMissing' })
  const status = wholeNumberOf(row.status) ?? 0
  const record: ImportedMessage = {
    kind: 'message',
    source: { id: row.id, line: row.line },
    createdAt,
    ticketId: context.ticket.id,
    whatsappId: whatsappIdOf(row),
    body,
    fromMe,
    ack: fromMe ? (ACKS[status] ?? 2) : 3,
    failed: fromMe && status === 3,
    read: true,
    mediaType: 'chat',
    file: null,
    location: null,
    vcards: [],
    ...first,
    quoted: quotedOf(context),
    isDeleted,
    isEdited: false,
    earlierTexts: [],
    reactions: [],
    sender: senderOf(row, fromMe, context),
    ...speakerOf(row, fromMe, context.hasUser),
    forwarded: false,
  }
  const further = others.map((other, i) => ({
    ...record,
    source: { id: `${row.id}-${i + 2}`, line: row.line },
    isFurther: true as const,
    whatsappId: `${record.whatsappId}-${i + 2}`,
    body: '',
    quoted: null,
    ...other,
  }))
  return { mapped: { record, changes }, further }
}

/**
 * Returns the kind of a file by the number of `file_type`; null for a
 * place, a card, or another kind.
 */
export const fileKindOf = (type: string | null): MediaKind | null => FILES[wholeNumberOf(type) ?? -1] ?? null

type Attached = Pick<ImportedMessage, 'mediaType'> & Partial<Pick<ImportedMessage, 'file' | 'location' | 'vcards'>>

function attachmentOf(row: AttachmentRow, findFile: (path: string) => FoundFile, changes: ChangeNote[]): Attached {
  if (row.file_type === PLACE) {
    const [latitude, longitude] = [Number(row.coordinates_lat), Number(row.coordinates_long)]
    if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)
      return {
        mediaType: 'locationMessage',
        location: { latitude, longitude, name: nameIn(row.fallback_title) || null, address: null },
      }
  }
  if (row.file_type === CARD) return { mediaType: 'vcard', vcards: [cardOf(nameIn(row.fallback_title))] }
  const kind = fileKindOf(row.file_type) ?? 'application'
  const fileName = nameIn(row.filename, 255) || `arquivo-${row.id}`
  const found: FoundFile = row.key ? findFile(storagePath(row.key)) : { problem: 'mediaMissing' }
  if (!('path' in found))
    changes.push({ reason: found.problem, detail: (row.key ?? row.external_url ?? '').slice(0, 300) })
  const file = {
    kind,
    path: 'path' in found ? found.path : null,
    fileName,
    mimetype: /^[\w.+-]+\/[\w.+-]+$/.test(row.content_type ?? '') ? row.content_type! : mimetypeOf(fileName),
    ptt: kind === 'audio',
    seconds: null,
  }
  return { mediaType: kind, file }
}

/** Returns where Active Storage's disk service keeps a key: `ab/cd/abcd…`. */
export const storagePath = (key: string): string => `${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`

/** Returns a card of a shared number, of which Chatwoot keeps nothing else. */
const cardOf = (number: string): string =>
  ['BEGIN:VCARD', 'VERSION:3.0', `FN:${number}`, `TEL:${number.replace(/[^+\d]/g, '')}`, 'END:VCARD'].join('\n')

function quotedOf({ quoted }: ChatwootMessageContext): ImportedMessage['quoted'] {
  if (!quoted) return null
  const fromMe = quoted.row.message_type !== '0'
  return {
    ticketId: quoted.row.conversation_id!,
    messageId: quoted.row.id!,
    whatsappId: whatsappIdOf(quoted.row),
    createdAt: quoted.createdAt,
    body: bodyIn(quoted.row.content ?? '', [])
      .slice(0, 500)
      .toWellFormed(),
    fromMe,
    mediaType: quoted.kind ?? 'chat',
    name: fromMe ? null : quoted.name,
  }
}

function senderOf(
  row: ChatwootRow<'messages'>,
  fromMe: boolean,
  context: ChatwootMessageContext,
): ImportedMessage['sender'] {
  if (fromMe || !context.ticket.isGroup || row.sender_type !== 'Contact' || !row.sender_id) return null
  const person = context.personOf(row.sender_id)
  if (!person) return null
  return {
    ...(person.number ? { number: person.number } : {}),
    ...(person.lid ? { lid: person.lid } : {}),
    name: person.name,
  }
}

function speakerOf(
  row: ChatwootRow<'messages'>,
  fromMe: boolean,
  hasUser: (id: string) => boolean,
): Pick<ImportedMessage, 'origin' | 'userId'> {
  if (!fromMe) return { origin: 'contact', userId: null }
  if (fieldIn(jsonOf(row.additional_attributes), 'campaign_id')) return { origin: 'campaign', userId: null }
  if (row.sender_type === 'User')
    return { origin: 'attendant', userId: row.sender_id && hasUser(row.sender_id) ? row.sender_id : null }
  return { origin: row.message_type === TEMPLATE || row.sender_type ? 'bot' : 'handset', userId: null }
}

/** Maps a note: a private message, or a note at the contact. */
export function mapChatwootNote(
  row: { id: string | null; line: number; at: number | null; content: string | null },
  context: { id: string; ticketId: string; contactId: string; userId: string | null; ticketCreatedAt: number },
): Mapped<ImportedNote> {
  const changes: ChangeNote[] = []
  const note = bodyIn((row.content ?? '').trim(), changes)
  if (!row.id) return { refusal: 'noId' }
  if (!note) return { refusal: 'empty' }
  if (row.at === null) changes.push({ reason: 'dateReplaced' })
  const record: ImportedNote = {
    kind: 'note',
    source: { id: context.id, line: row.line },
    createdAt: row.at ?? context.ticketCreatedAt,
    ticketId: context.ticketId,
    contactId: context.contactId,
    note,
    userId: context.userId,
  }
  return { record, changes }
}

export function mapCannedResponse(row: ChatwootRow<'canned_responses'>): Mapped<ImportedQuickMessage> {
  if (!row.id) return { refusal: 'noId' }
  const changes: ChangeNote[] = []
  const message = bodyIn(row.content ?? '', changes)
  if (!message) return { refusal: 'empty' }
  const record: ImportedQuickMessage = {
    kind: 'quickMessage',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? 0,
    shortcode: nameIn(row.short_code, 60).replace(/^\/+/, '') || `importada-${row.id}`,
    message,
    userId: null,
    file: null,
  }
  return { record, changes }
}

/** Number of `campaign_type` of one that is sent once; the others greet visitors of a site. */
const ONE_OFF = '1'

export function mapChatwootCampaign(
  row: ChatwootRow<'campaigns'>,
  connectionId: string | null,
): Mapped<ImportedCampaign> {
  if (!row.id) return { refusal: 'noId' }
  if (row.campaign_type !== ONE_OFF || !connectionId) return { refusal: 'otherChannel' }
  const changes: ChangeNote[] = []
  const isDone = row.campaign_status === '1'
  if (!isDone) changes.push({ reason: 'campaignStopped' })
  const scheduledAt = instantOf(row.scheduled_at)
  const record: ImportedCampaign = {
    kind: 'campaign',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? scheduledAt ?? 0,
    name: nameIn(row.title) || `Campanha ${row.id}`,
    status: isDone ? 'FINALIZADA' : 'CANCELADA',
    messages: [bodyIn(row.message ?? '', changes)],
    confirmationMessages: [],
    confirmation: false,
    contactListId: null,
    connectionId,
    scheduledAt,
    completedAt: isDone ? (instantOf(row.updated_at) ?? scheduledAt) : null,
    file: null,
  }
  return { record, changes }
}

/** Returns the id of the message that a reply quotes; undefined if it quotes none. */
export function quotedIdOf(row: Pick<ChatwootRow<'messages'>, 'content_attributes'>): string | undefined {
  if (!row.content_attributes?.includes('in_reply_to')) return undefined
  const id = fieldIn(jsonOf(row.content_attributes), 'in_reply_to')
  return typeof id === 'number' || (typeof id === 'string' && /^\d+$/.test(id)) ? String(id) : undefined
}

/** Returns the id of the quoted message at WhatsApp, where the row has only that. */
export const quotedSourceOf = (row: Pick<ChatwootRow<'messages'>, 'content_attributes'>): string | undefined =>
  textIn(jsonOf(row.content_attributes), 'in_reply_to_external_id')
