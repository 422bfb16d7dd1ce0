/** Maps messages of Whaticket's family, with what other rows say about them. */
import type { MediaKind } from '../../entities/media-kind.ts'
import type { MediaType } from '../../entities/message.ts'
import { cutText, wellFormed } from '../cut-text.ts'
import { isEmoji } from '../emoji.ts'
import { ownValue } from '../own-value.ts'
import type { KeptReaction } from '../reactions.ts'
import { mergeReaction } from '../reactions.ts'
import { type FoundFile, fileOf } from './imported-file.ts'
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
import type { WhaticketRow } from './whaticket-tables.ts'

type Row = WhaticketRow<'Messages'>
/** Contact of a row's `contactId`, as far as it is known. */
export type Person = { name: string; number: string; lid: string | null }

/** Facts about a message from other rows. */
export type MessageContext = {
  ticket: { id: string; createdAt: number; isGroup: boolean; userId: string | null; contact: Person }
  author: Person | null
  /** Quoted row, with the ticket and time it is taken under; null if it is not taken. */
  quoted: { row: Row; createdAt: number; author: Person | null } | null
  earlier: WhaticketRow<'OldMessages'>[]
  /** Rows that are reactions to it, oldest first. */
  reactions: { row: Row; author: Person | null }[]
  hasUser: (id: string) => boolean
  userIdByName: (name: string) => string | undefined
  /** True if acks are whatsapp-web.js's: one less than WhatsApp's own, and -1 for a failure. */
  hasLowAcks: boolean
  findFile: (path: string) => FoundFile
}

/** Rows of reactions that became one with a later one. */
export type MappedMessage = Mapped<ImportedMessage> & { replaced?: Row[] }

/** Kinds by the column `mediaType`, where it is not the first half of a media type. */
const KINDS: Record<string, MediaType> = {
  locationMessage: 'locationMessage',
  liveLocationMessage: 'locationMessage',
  location: 'locationMessage',
  contactMessage: 'vcard',
  vcard: 'vcard',
  contactsArrayMessage: 'contactMessage',
  multi_vcard: 'contactMessage',
  call_log: 'call_log',
}
const MEDIA: Record<string, MediaKind> = {
  image: 'image',
  imageMessage: 'image',
  audio: 'audio',
  ptt: 'audio',
  audioMessage: 'audio',
  video: 'video',
  videoMessage: 'video',
  sticker: 'sticker',
  stickerMessage: 'sticker',
}

/** Returns whether a row is a reaction to another one. */
export const isReaction = (row: Pick<Row, 'mediaType'>): boolean => row.mediaType === 'reactionMessage'

/** Returns whether a row is a note: a message that only the team sees. */
export const isPrivate = (row: Pick<Row, 'isPrivate'>): boolean => flagOf(row.isPrivate)

/** Returns the id by which WhatsApp knows a message: newer versions number the rows themselves. */
const whatsappIdOf = (row: Pick<Row, 'id' | 'wid'>): string => (row.wid || row.id!).slice(0, 128)

/** Returns the user whose name a text is signed with, and the text without it. */
export function signedBy(body: string): { name: string | undefined; text: string } {
  const found = SIGNED.exec(body)
  return { name: found?.[1], text: found ? body.slice(found[0].length) : body }
}

const SIGNED = /^\*([^*\n]{2,60}?):?\*:?\s*\n/

/** Texts that stand for a body where there is none. */
const STAND_INS = new Set(['🔊', 'sticker', '-', 'Áudio', 'audio'])
/** Mark of automatic messages of these systems: U+200E, which nobody sees. */
const AUTOMATIC = '\u200e'

export function mapMessage(row: Row, context: MessageContext): MappedMessage {
  if (!row.id) return { refusal: 'noId' }
  const changes: ChangeNote[] = []
  const createdAt = row.at ?? context.ticket.createdAt
  if (row.at === null) changes.push({ reason: 'dateReplaced' })
  const data = jsonOf(row.dataJson)
  const file = fileIn(row, data, context, changes)
  const fromMe = flagOf(row.fromMe)
  const mediaType = file?.kind ?? kindOf(row)
  const vcards = mediaType === 'vcard' || mediaType === 'contactMessage' ? cardsIn(row.body ?? '', changes) : []
  const location = mediaType === 'locationMessage' ? placeIn(row.body ?? '', data) : null
  const isSaid = vcards.length > 0 || location !== null
  const body = isSaid ? '' : bodyIn(mentionsIn(captionOf(row, file?.fileName)), changes)
  if (!body && !file && !isSaid && mediaType !== 'call_log' && !flagOf(row.isDeleted)) return { refusal: 'empty' }
  const ack = wholeNumberOf(row.ack)
  if (ack === null && row.ack) changes.push({ reason: 'badValue', detail: `ack ${cutText(row.ack, 20)}` })
  if (row.quotedMsgId && !context.quoted) changes.push({ reason: 'quotedMissing', detail: row.quotedMsgId })
  const { reactions, replaced } = reactionsOf(row, context)
  const isShown = mediaType === 'vcard' || mediaType === 'contactMessage' || mediaType === 'locationMessage'
  const record: ImportedMessage = {
    kind: 'message',
    source: { id: row.id, line: row.line },
    createdAt,
    contains: { reaction: context.reactions.length - replaced.length, earlierText: context.earlier.length },
    ticketId: context.ticket.id,
    whatsappId: whatsappIdOf(row),
    body: body.startsWith(AUTOMATIC) ? body.slice(1) : body,
    fromMe,
    ack: Math.min(5, Math.max(0, ack === null ? 0 : context.hasLowAcks ? ack + 1 : ack)),
    failed: fromMe && (Boolean(row.error) || (ack !== null && ack < 0)),
    read: fromMe || flagOf(row.read),
    // A card or place that cannot be read is shown by its text.
    mediaType: isShown && !isSaid ? 'chat' : mediaType,
    file,
    location,
    vcards,
    transcript: null,
    quoted: quotedIn(context),
    isDeleted: flagOf(row.isDeleted),
    isEdited: flagOf(row.isEdited) || context.earlier.length > 0,
    earlierTexts: context.earlier.map(({ body, at }) => ({ body: bodyIn(body ?? '', []), editedAt: at })),
    reactions,
    sender: context.ticket.isGroup && !fromMe ? senderIn(row, data, context.author) : null,
    ...speakerOf(row, body, fromMe, context),
    forwarded: flagOf(row.isForwarded) || (row.dataJson ?? '').includes('"isForwarded":true'),
  }
  return { record, changes, replaced }
}

/** Returns the kind of a row without a file. */
function kindOf({ mediaType, body }: Row): MediaType {
  const known = ownValue(KINDS, mediaType)
  if (known) return known
  return body?.startsWith('unsupported message: ') ? 'unsupported' : 'chat'
}

function fileIn(row: Row, data: unknown, { findFile }: MessageContext, changes: ChangeNote[]): ImportedMessage['file'] {
  const known = ownValue(MEDIA, row.mediaType)
  if (!row.mediaUrl) {
    if (known && row.mediaType !== 'sticker') changes.push({ reason: 'mediaMissing' })
    return known ? { kind: known, path: null, fileName: '', mimetype: '', ptt: false, seconds: null } : null
  }
  const { file, change } = fileOf(row.mediaUrl, sentNameOf(row), findFile)
  if (change) changes.push(change)
  const isSticker =
    known === 'sticker' || row.body === 'sticker' || fieldIn(data, 'message', 'stickerMessage') !== undefined
  const kind: MediaKind = isSticker ? 'sticker' : (known ?? 'application')
  const sound = fieldIn(data, 'message', 'audioMessage')
  const seconds = fieldIn(sound, 'seconds')
  const isVoice = fieldIn(sound, 'ptt') === true || (sound === undefined && /\.(ogg|opus)$/i.test(file.fileName))
  return {
    ...file,
    kind,
    ptt: kind === 'audio' && isVoice,
    seconds: typeof seconds === 'number' ? Math.max(0, Math.min(seconds, 36_000)) : null,
  }
}

/**
 * Returns the name with which a document was sent, if its text is that name: Whaticket Community
 * keeps the file with five random characters before the ending.
 */
function sentNameOf({ body, mediaUrl }: Row): string | null {
  const [, stem, ending] = /([^/\\]*)\.\w{5}\.([^./\\]+)$/.exec(mediaUrl ?? '') ?? []
  return body && body === `${stem}.${ending}` ? body : null
}

/** Returns the text of a row; of a file its caption. */
function captionOf({ body, mediaUrl }: Row, fileName: string | undefined): string {
  const text = body ?? ''
  if (!mediaUrl) return text
  return STAND_INS.has(text.trim()) ||
    text.trim() === fileName ||
    mediaUrl.endsWith(`/${text.trim()}`) ||
    text === mediaUrl
    ? ''
    : text
}

/** Returns a text with the names of mentioned people, which Ticketz keeps as base64 of JSON. */
const mentionsIn = (text: string): string =>
  text.replace(/@\[([A-Za-z0-9+/=]{8,2000})\]/g, (whole, encoded: string) => {
    const decoded = jsonOf(decode(encoded))
    const name = textIn(decoded, 'name') ?? textIn(decoded, 'number')
    return name ? `@${nameIn(name, 50)}` : whole
  })

function decode(base64: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(base64), sign => sign.charCodeAt(0)))
  } catch {
    return ''
  }
}

/** Characters of the cards of a message: a row has at most 400 KB. */
const CARDS = 64_000
/** Pictures, sounds and keys of a card, with the lines that go on with them. */
const BINARY = /^(?:PHOTO|LOGO|SOUND|KEY)\b[^\n]*\n(?:[ \t][^\n]*\n|[\w+/=]{40,}\r?\n)*/gim

/** Returns the cards of a body that fit, without their pictures. */
function cardsIn(body: string, changes: ChangeNote[]): string[] {
  const cards = allCards(body)
  const kept: string[] = []
  let room = CARDS
  for (const given of cards.slice(0, 50)) {
    const card = wellFormed(given.replace(BINARY, ''))
    if (card.length > room) continue
    room -= card.length
    kept.push(card)
  }
  if (kept.length < cards.length) changes.push({ reason: 'badValue', detail: `${cards.length} cards` })
  return kept
}

/** Returns the cards of a body: vCards, or JSON of them. */
function allCards(body: string): string[] {
  if (body.trimStart().startsWith('BEGIN:VCARD'))
    return body
      .split(/(?=BEGIN:VCARD)/)
      .map(card => card.trim())
      .filter(Boolean)
  const json = jsonOf(body)
  const list = fieldIn(json, 'ticketzvCard') ?? json
  return (Array.isArray(list) ? list : [])
    .map(one => textIn(one, 'vcard') ?? '')
    .filter(card => card.startsWith('BEGIN:VCARD'))
}

/**
 * Text behind the picture and the address of a map, as Whaticket keeps a place: its name, and its
 * address on the next lines; of a place without a name its coordinates.
 */
const DESCRIBED = /^data:image\/[^|]*\|https?:[^|\s]+\|\s*(?!-?\d[\d.]*,\s*-?\d[\d.]*\s*$)([^\n]+)\n?([\s\S]*)$/
const PLACE = /(?:[?&]q=|@|^)(-?\d{1,2}(?:\.\d+)?)(?:%2C|,)\s*(-?\d{1,3}(?:\.\d+)?)/im

function placeIn(body: string, data: unknown): ImportedMessage['location'] {
  const sent = fieldIn(data, 'message', 'locationMessage') ?? fieldIn(data, 'message', 'liveLocationMessage')
  const found = PLACE.exec(body)
  const latitude = Number(fieldIn(sent, 'degreesLatitude') ?? found?.[1] ?? Number.NaN)
  const longitude = Number(fieldIn(sent, 'degreesLongitude') ?? found?.[2] ?? Number.NaN)
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null
  const line = (sign: string) => new RegExp(`^\\${sign}(.+)\\${sign}$`, 'm').exec(body)?.[1]
  const described = DESCRIBED.exec(body)
  const name = textIn(sent, 'name') ?? line('*') ?? described?.[1]
  const address = textIn(sent, 'address') ?? line('_') ?? described?.[2]
  return { latitude, longitude, name: name ? nameIn(name) : null, address: address ? nameIn(address, 500) : null }
}

function quotedIn({ quoted }: MessageContext): ImportedMessage['quoted'] {
  if (!quoted) return null
  const { row } = quoted
  const fromMe = flagOf(row.fromMe)
  const media = row.mediaUrl ? (ownValue(MEDIA, row.mediaType) ?? 'application') : kindOf(row)
  const isCard = media === 'vcard' || media === 'contactMessage'
  const isPlace = media === 'locationMessage' && placeIn(row.body ?? '', null) !== null
  return {
    ticketId: row.ticketId!,
    messageId: row.id!,
    whatsappId: whatsappIdOf(row),
    createdAt: quoted.createdAt,
    body: isCard || isPlace ? '' : cutText(bodyIn(mentionsIn(captionOf(row, undefined)), []), 500),
    fromMe,
    mediaType: media,
    name: fromMe ? null : (quoted.author?.name ?? null),
  }
}

function senderIn(row: Row, data: unknown, author: Person | null): ImportedMessage['sender'] {
  const participant = row.participant ?? textIn(data, 'key', 'participant') ?? ''
  const bare = participant.replace(/[:@].*$/, '')
  const isLid = participant.endsWith('@lid')
  const number = !isLid && /^\d{8,15}$/.test(bare) ? bare : (author?.number ?? '')
  const lid = isLid && /^\d{6,20}$/.test(bare) ? bare : (author?.lid ?? '')
  const name = author?.name ?? nameIn(textIn(data, 'pushName') ?? null, 50)
  if (!number && !lid && !name) return null
  return { ...(number ? { number } : {}), ...(lid ? { lid } : {}), ...(name ? { name } : {}) }
}

/**
 * Returns who wrote a message of the company. Older versions keep no user: a signed message begins
 * with the name in bold, an automatic one with U+200E.
 */
function speakerOf(
  row: Row,
  body: string,
  fromMe: boolean,
  context: MessageContext,
): Pick<ImportedMessage, 'origin' | 'userId'> {
  if (!fromMe) return { origin: 'contact', userId: null }
  if (row.userId && context.hasUser(row.userId)) return { origin: 'attendant', userId: row.userId }
  if (body.startsWith(AUTOMATIC)) return { origin: 'bot', userId: null }
  const signed = signedBy(body).name
  return { origin: 'attendant', userId: (signed && context.userIdByName(signed)) || null }
}

/** Returns the last reaction of each person, and the rows that it replaced. */
function reactionsOf(
  row: Row,
  { reactions, ticket, hasUser }: MessageContext,
): { reactions: KeptReaction[]; replaced: Row[] } {
  let kept: KeptReaction[] = []
  const rowOf = new Map<KeptReaction, Row>()
  for (const { row: reaction, author } of reactions) {
    const emoji = reaction.body ?? ''
    const fromMe = flagOf(reaction.fromMe)
    const next: KeptReaction = {
      emoji: isEmoji(emoji) ? emoji : '',
      at: reaction.at ?? row.at ?? 0,
      fromMe,
      ...(fromMe || !ticket.isGroup ? {} : personOf(reaction, author)),
      ...(fromMe && reaction.userId && hasUser(reaction.userId) ? { userId: reaction.userId } : {}),
    }
    rowOf.set(next, reaction)
    kept = mergeReaction(kept, next) ?? kept
  }
  const replaced = [...rowOf].filter(([one]) => !kept.includes(one)).map(([, one]) => one)
  // Some SaaS versions keep the company's own reactions at the message.
  for (const own of [jsonOf(row.reactions)].flat()) {
    const emoji = textIn(own, 'type') ?? textIn(own, 'emoji') ?? ''
    if (isEmoji(emoji)) kept = mergeReaction(kept, { emoji, at: row.at ?? 0, fromMe: true }) ?? kept
  }
  return { reactions: kept, replaced }
}

function personOf(row: Row, author: Person | null): { number?: string; lid?: string; name?: string } {
  return senderIn(row, null, author) ?? {}
}
