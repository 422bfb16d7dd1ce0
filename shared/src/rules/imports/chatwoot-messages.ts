/** Maps messages of Chatwoot with their files. */
import type { MediaKind } from '../../entities/media-kind.ts'
import { cutText } from '../cut-text.ts'
import { isEmoji } from '../emoji.ts'
import { type KeptReaction, mergeReaction } from '../reactions.ts'
import { singleMarks, whatsappMarks } from './chatwoot-markdown.ts'
import type { ChatwootRow } from './chatwoot-tables.ts'
import { type FoundFile, mimetypeOf } from './imported-file.ts'
import type { ImportedMessage } from './record.ts'
import {
  bodyIn,
  type ChangeNote,
  fieldIn,
  flagOf,
  jsonOf,
  type Mapped,
  nameIn,
  textIn,
  wholeNumberOf,
} from './values.ts'

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
  /** Rows that are reactions to it, oldest first. */
  reactions: ChatwootRow<'messages'>[]
}

/** Numbers of `message_type`: incoming, outgoing, activity, template. */
const INCOMING = '0'
const OUTGOING = '1'
const ACTIVITY = '2'
const TEMPLATE = '3'
/** Number of `content_type` of a question for a rating. */
const ASKS_RATING = '9'
/** Number of `content_type` of a sticker, whose file is an image. */
const STICKER = '11'
/** Kinds by the number of `file_type`: image, audio, video, file. */
const FILES: readonly MediaKind[] = ['image', 'audio', 'video', 'application']
const PLACE = '4'
const CARD = '8'
/** Acks by the number of `status`: sent, delivered, read, failed. */
const ACKS = [2, 3, 4, 0]

/** Returns whether a row is a note: a message that only agents see. */
export const isPrivate = (row: Pick<ChatwootRow<'messages'>, 'private'>): boolean => flagOf(row.private)

/** Returns whether a row is a reaction to another one, as bridges to linked devices write them. */
export const isReaction = (row: Pick<ChatwootRow<'messages'>, 'content_attributes'>): boolean =>
  fieldIn(jsonOf(row.content_attributes), 'is_reaction') === true

/** Returns the id by which WhatsApp knows a message, or one made of the row's. */
export const whatsappIdOf = (row: Pick<ChatwootRow<'messages'>, 'id' | 'source_id'>): string =>
  withoutBridge(row.source_id ?? '').slice(0, 128) || `chatwoot-${row.id}`

/** Beginning of the ids that Evolution API, a bridge to linked devices, gives to messages. */
export const EVOLUTION = 'WAID:'

const withoutBridge = (id: string): string => (id.startsWith(EVOLUTION) ? id.slice(EVOLUTION.length) : id)

/**
 * Returns the text of a message; what the company wrote is kept in Markdown, what the contact wrote
 * only by Evolution API.
 */
function contentOf({
  content,
  message_type,
  source_id,
}: Pick<ChatwootRow<'messages'>, 'content' | 'message_type' | 'source_id'>): string {
  if (message_type !== INCOMING) return whatsappMarks(content ?? '')
  return source_id?.startsWith(EVOLUTION) ? singleMarks(content ?? '') : (content ?? '')
}

type MappedMessage = {
  mapped: Mapped<ImportedMessage>
  /** Messages of its further files. */
  further: ImportedMessage[]
  /** Rows of reactions that the same person replaced later. */
  replaced: ChatwootRow<'messages'>[]
}

/** Maps a message; further files of it are messages of their own here. */
export function mapChatwootMessage(row: ChatwootRow<'messages'>, context: ChatwootMessageContext): MappedMessage {
  const refuse = (refusal: 'noId' | 'systemMessage' | 'empty') => ({ mapped: { refusal }, further: [], replaced: [] })
  if (!row.id) return refuse('noId')
  if (row.message_type === ACTIVITY || row.content_type === ASKS_RATING) return refuse('systemMessage')
  const changes: ChangeNote[] = []
  const attributes = jsonOf(row.content_attributes)
  const createdAt = row.at ?? context.ticket.createdAt
  if (row.at === null) changes.push({ reason: 'dateReplaced' })
  const fromMe = row.message_type === OUTGOING || row.message_type === TEMPLATE
  const isDeleted = ['deleted', 'deleted_by_contact'].some(name => fieldIn(attributes, name) === true)
  const isSticker = row.content_type === STICKER
  const [first, ...others] = context.attachments.map(one => attachmentOf(one, isSticker, context.findFile, changes))
  const isUnsupported = fieldIn(attributes, 'is_unsupported') === true && !first
  const body = bodyIn([contentOf(row), ...choicesIn(attributes)].filter(Boolean).join('\n'), changes)
  if (!body && !first && !isDeleted && !isUnsupported) return refuse('empty')
  const isReply = ['in_reply_to', 'in_reply_to_external_id'].some(name => (fieldIn(attributes, name) ?? null) !== null)
  if (isReply && !context.quoted) changes.push({ reason: 'quotedMissing' })
  const speaker = speakerOf(row, attributes, fromMe, context.hasUser)
  if (speaker.origin === 'attendant' && speaker.userId === null)
    changes.push({ reason: 'userMissing', detail: row.sender_id ?? '' })
  const { reactions, replaced } = reactionsIn(context)
  const status = wholeNumberOf(row.status) ?? 0
  const before = textIn(attributes, 'previous_content')
  const record: ImportedMessage = {
    kind: 'message',
    source: { id: row.id, line: row.line },
    createdAt,
    contains: { reaction: context.reactions.length - replaced.length },
    ticketId: context.ticket.id,
    whatsappId: whatsappIdOf(row),
    body,
    fromMe,
    ack: fromMe ? (ACKS[status] ?? 2) : 3,
    failed: fromMe && status === 3,
    read: true,
    mediaType: isUnsupported ? 'unsupported' : 'chat',
    file: null,
    location: null,
    vcards: [],
    transcript: null,
    ...first,
    quoted: quotedOf(context),
    isDeleted,
    isEdited: fieldIn(attributes, 'is_edited') === true,
    earlierTexts: before ? [{ body: bodyIn(before, []), editedAt: null }] : [],
    reactions,
    sender: senderOf(row, fromMe, context),
    ...speaker,
    forwarded: false,
  }
  const further = others.map((other, i) => ({
    ...record,
    source: { id: `${row.id}-${i + 2}`, line: row.line },
    isFurther: true as const,
    contains: {},
    whatsappId: `${record.whatsappId}-${i + 2}`,
    body: '',
    quoted: null,
    reactions: [],
    ...other,
  }))
  return { mapped: { record, changes }, further, replaced }
}

/**
 * Returns the kind of a file by the number of `file_type`; null for a
 * place, a card, or another kind.
 */
export const fileKindOf = (type: string | null): MediaKind | null => FILES[wholeNumberOf(type) ?? -1] ?? null

type Attached = Pick<ImportedMessage, 'mediaType'> &
  Partial<Pick<ImportedMessage, 'file' | 'location' | 'vcards' | 'transcript'>>

function attachmentOf(
  row: AttachmentRow,
  isSticker: boolean,
  findFile: (path: string) => FoundFile,
  changes: ChangeNote[],
): Attached {
  if (row.file_type === PLACE) {
    const [latitude, longitude] = [Number(row.coordinates_lat), Number(row.coordinates_long)]
    if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)
      return {
        mediaType: 'locationMessage',
        location: { latitude, longitude, name: nameIn(row.fallback_title) || null, address: null },
      }
  }
  const meta = jsonOf(row.meta)
  if (row.file_type === CARD) {
    const name = nameIn(`${textIn(meta, 'firstName') ?? ''} ${textIn(meta, 'lastName') ?? ''}`)
    return { mediaType: 'vcard', vcards: [cardOf(nameIn(row.fallback_title), name)] }
  }
  const sent = fileKindOf(row.file_type) ?? 'application'
  const kind = isSticker && sent === 'image' ? 'sticker' : sent
  const fileName = nameIn(row.filename, 255) || `arquivo-${row.id}`
  const found: FoundFile = row.key ? findStored(row.key, findFile) : { problem: 'mediaMissing' }
  if (!('path' in found))
    changes.push({ reason: found.problem, detail: cutText(row.key ?? row.external_url ?? '', 300) })
  const file = {
    kind,
    path: 'path' in found ? found.path : null,
    fileName,
    mimetype: /^[\w.+-]+\/[\w.+-]+$/.test(row.content_type ?? '') ? row.content_type! : mimetypeOf(fileName),
    ptt: kind === 'audio',
    seconds: null,
  }
  const transcript = kind === 'audio' ? textIn(meta, 'transcribed_text') : undefined
  return { mediaType: kind, file, transcript: transcript ? bodyIn(transcript, changes) : null }
}

/** Finds what Active Storage keeps: on disk as `ab/cd/abcd…`, in a bucket by the key alone. */
function findStored(key: string, findFile: (path: string) => FoundFile): FoundFile {
  const onDisk = findFile(`${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`)
  if ('path' in onDisk) return onDisk
  const inBucket = findFile(key)
  return 'path' in inBucket ? inBucket : onDisk
}

/** Returns a card of a shared number, of which Chatwoot keeps a name at most besides. */
const cardOf = (number: string, name: string): string =>
  ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name || number}`, `TEL:${number.replace(/[^+\d]/g, '')}`, 'END:VCARD'].join('\n')

function quotedOf({ quoted }: ChatwootMessageContext): ImportedMessage['quoted'] {
  if (!quoted) return null
  const fromMe = quoted.row.message_type !== INCOMING
  return {
    ticketId: quoted.row.conversation_id!,
    messageId: quoted.row.id!,
    whatsappId: whatsappIdOf(quoted.row),
    createdAt: quoted.createdAt,
    body: cutText(bodyIn(contentOf(quoted.row), []), 500),
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
  return person && identityOf(person)
}

const identityOf = ({ name, number, lid }: NonNullable<ReturnType<ChatwootMessageContext['personOf']>>) => ({
  ...(number ? { number } : {}),
  ...(lid ? { lid } : {}),
  name,
})

function speakerOf(
  row: ChatwootRow<'messages'>,
  attributes: unknown,
  fromMe: boolean,
  hasUser: (id: string) => boolean,
): Pick<ImportedMessage, 'origin' | 'userId'> {
  if (!fromMe) return { origin: 'contact', userId: null }
  if (fieldIn(jsonOf(row.additional_attributes), 'campaign_id')) return { origin: 'campaign', userId: null }
  if (fieldIn(attributes, 'automation_rule_id')) return { origin: 'bot', userId: null }
  if (row.sender_type === 'User')
    return { origin: 'attendant', userId: row.sender_id && hasUser(row.sender_id) ? row.sender_id : null }
  return { origin: row.message_type === TEMPLATE || row.sender_type ? 'bot' : 'handset', userId: null }
}

/** Returns a line for each thing that a bot's message offers: a choice, a card, an article. */
function choicesIn(attributes: unknown): string[] {
  const items = fieldIn(attributes, 'items')
  return (Array.isArray(items) ? items : []).flatMap(item => {
    const title = textIn(item, 'title')
    return title ? `• ${[title, textIn(item, 'description'), textIn(item, 'link')].filter(Boolean).join(' – ')}` : []
  })
}

/**
 * Returns the last reaction of each person, and the rows that it replaced; that of a bridge's agent
 * is the company's.
 */
function reactionsIn({ reactions, ticket, hasUser, personOf }: ChatwootMessageContext): {
  reactions: KeptReaction[]
  replaced: ChatwootRow<'messages'>[]
} {
  let kept: KeptReaction[] = []
  const rowOf = new Map<KeptReaction, ChatwootRow<'messages'>>()
  for (const row of reactions) {
    const emoji = (row.content ?? '').trim()
    const fromMe = row.message_type !== INCOMING
    const person = ticket.isGroup && !fromMe && row.sender_id ? personOf(row.sender_id) : null
    const isOfUser = fromMe && row.sender_type === 'User' && row.sender_id !== null && hasUser(row.sender_id)
    const next: KeptReaction = {
      // A reaction that was taken away is deleted.
      emoji: isEmoji(emoji) && fieldIn(jsonOf(row.content_attributes), 'deleted') !== true ? emoji : '',
      at: row.at ?? ticket.createdAt,
      fromMe,
      ...(person && identityOf(person)),
      ...(isOfUser ? { userId: row.sender_id! } : {}),
    }
    rowOf.set(next, row)
    kept = mergeReaction(kept, next) ?? kept
  }
  return { reactions: kept, replaced: [...rowOf].filter(([one]) => !kept.includes(one)).map(([, row]) => row) }
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
