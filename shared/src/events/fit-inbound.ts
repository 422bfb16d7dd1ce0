/**
 * Fits inbound events into their limits: a contact's phone may put any amount of data into a
 * message, but queue, table and browsers have limits. Every text of an event is bounded here, once,
 * for the session host that sends it and the worker that stores it.
 */
import { POLL_LIMITS, type PollQuestion } from '../entities/poll.ts'
import { CUT_MARK, cutText, TEXT_LIMIT, wellFormed } from '../rules/cut-text.ts'
import { EMOJI_LIMIT } from '../rules/emoji.ts'
import type {
  ConversationRef,
  InboundEvent,
  InboundMessage,
  InboundReaction,
  InboundTemplate,
  Peer,
  StoredMedia,
} from './queues.ts'

/** Limits in UTF-16 units, unless they say bytes. */
export const EVENT_LIMITS = {
  /** Text, caption or edit. */
  body: TEXT_LIMIT,
  /** Names of the people on contact cards. */
  cardNames: 1000,
  /** Push names, senders in a group, and group subjects. */
  name: 200,
  fileName: 255,
  mimetype: 255,
  placeName: 1000,
  placeAddress: 1000,
  /** Ids that WhatsApp's clients choose have about twenty characters, Meta's about sixty. */
  id: 128,
  /** Number, LID, or id of a group. */
  address: 64,
  error: 200,
  /** Text of a quotation, and texts of a catalogue order. */
  quotation: 500,
  orderText: 2000,
  /** Id of a pressed button or chosen row (Cloud API: 256, or 200 of a row). */
  choice: 256,
  /** Name of a template (Cloud API: 512), and why it was rejected. */
  templateName: 512,
  /** Each text of a referral; a ticket's row keeps them. */
  referralText: 200,
  /** Base64 of 8 KiB. */
  thumbnail: 10_924,
  /** Link and texts of its preview, and base64 of 16 KiB of the picture. */
  previewLink: 2048,
  previewTitle: 200,
  previewText: 300,
  previewThumbnail: 21_848,
  /** Length of each value to copy, and number of them. */
  copy: 2000,
  copies: 12,
  /** Emoji of a reaction. */
  emoji: EMOJI_LIMIT,
  /** Name of a person who reacted: one message may hold many. */
  reactorName: 40,
  qrcode: 2000,
  /** Bytes of all contact cards of a message as JSON. */
  cards: 50_000,
  /** Bytes of the data that a later download needs. */
  source: 32_768,
  /**
   * Bytes of the whole event as JSON: below the 400 KB of a DynamoDB item, far below the 1 MiB of
   * SQS.
   */
  event: 300_000,
} as const

const bytes = (text: string): number => new TextEncoder().encode(text).length

/** Returns the bytes of a value on the wire: UTF-8 JSON. */
export const jsonBytes = (value: unknown): number => bytes(JSON.stringify(value))

/**
 * Returns the event with every text well-formed and within its limit, and no larger than an event
 * may be. Idempotent.
 */
export function fitInbound<E extends InboundEvent>(event: E): E {
  return shrunk(bounded(event)) as E
}

/**
 * Returns the event to send instead of one that cannot be sent as it is; undefined if it would say
 * nothing.
 */
export function placeholderOf(event: InboundEvent): InboundEvent | undefined {
  const { companyId, connectionId } = event
  const about = {
    companyId,
    connectionId,
    whatsappMessageId: id((event as { whatsappMessageId?: string }).whatsappMessageId ?? ''),
  }
  switch (event.type) {
    case 'message':
      return {
        ...about,
        type: 'message',
        chat: peer(event.chat),
        ...(event.group ? { group: { id: cutText(event.group.id, EVENT_LIMITS.address) } } : {}),
        ...(event.sender ? { sender: peer(event.sender) } : {}),
        fromMe: event.fromMe,
        sentAt: whole(event.sentAt) ?? 0,
        receivedAt: whole(event.receivedAt) ?? 0,
        replayed: event.replayed,
        kind: 'unsupported',
        body: CUT_MARK,
      }
    case 'edit':
      return {
        ...about,
        ...boundedConversation(event),
        type: 'edit',
        body: CUT_MARK,
        fromMe: event.fromMe,
        at: whole(event.at) ?? 0,
      }
    case 'media':
      return {
        ...about,
        type: 'media',
        media: { kind: event.media.kind, mimetype: 'application/octet-stream', error: 'ERR_WAPP_DOWNLOAD_MEDIA' },
      }
    default:
      return undefined
  }
}

function bounded(event: InboundEvent): InboundEvent {
  switch (event.type) {
    case 'message':
      return boundedMessage(event)
    case 'edit':
      return {
        ...event,
        ...boundedConversation(event),
        whatsappMessageId: id(event.whatsappMessageId),
        body: body(event.body),
      }
    case 'media':
      return { ...event, whatsappMessageId: id(event.whatsappMessageId), media: medium(event.media) }
    case 'delete':
    case 'hiddenEdit':
      return { ...event, ...boundedConversation(event), whatsappMessageId: id(event.whatsappMessageId) }
    case 'reaction':
      return boundedReaction(event)
    case 'pollVote':
      return {
        ...event,
        ...boundedConversation(event),
        whatsappMessageId: id(event.whatsappMessageId),
        options: event.options.slice(0, POLL_LIMITS.most).map(option => cutText(option, EVENT_LIMITS.address)),
        at: whole(event.at) ?? 0,
      }
    case 'ack':
      return {
        ...event,
        whatsappMessageId: id(event.whatsappMessageId),
        ...(event.error === undefined ? {} : { error: cutText(event.error, EVENT_LIMITS.error) }),
      }
    case 'presence':
      return { ...event, chat: peer(event.chat) }
    case 'connection':
      return { ...event, qrcode: cutText(event.qrcode, EVENT_LIMITS.qrcode) }
    case 'seen':
      return { ...event, chat: peer(event.chat) }
    case 'numberChange':
      return {
        ...event,
        chat: peer(event.chat),
        ...(event.lid === undefined ? {} : { lid: cutText(event.lid, EVENT_LIMITS.address) }),
      }
    case 'status':
      return {
        ...event,
        chat: peer(event.chat),
        whatsappMessageId: id(event.whatsappMessageId),
        wamid: id(event.wamid),
      }
    case 'template':
      return boundedTemplate(event)
    case 'cloudNumber':
    case 'gap':
      return event
  }
}

function boundedTemplate(event: InboundTemplate): InboundTemplate {
  const { rejectedReason, ...rest } = event
  return {
    ...rest,
    name: cutText(event.name, EVENT_LIMITS.templateName),
    ...(rejectedReason === undefined ? {} : { rejectedReason: cutText(rejectedReason, EVENT_LIMITS.templateName) }),
  }
}

function boundedMessage(event: InboundMessage): InboundMessage {
  const { group, sender, pushName, media, location, vcards, quotedWhatsappId, quotation, structured, albumId } = event
  const preview = event.preview && boundedPreview(event.preview)
  const cards = vcards && fitting(vcards)
  const dropped = (vcards?.length ?? 0) - (cards?.length ?? 0)
  const text = event.kind === 'contacts' ? cutText(event.body, EVENT_LIMITS.cardNames, CUT_MARK) : body(event.body)
  return {
    ...event,
    whatsappMessageId: id(event.whatsappMessageId),
    chat: peer(event.chat),
    sentAt: whole(event.sentAt) ?? 0,
    kind: event.kind === 'contacts' && !cards?.length ? 'unsupported' : event.kind,
    body: dropped > 0 ? marked(text, EVENT_LIMITS.cardNames) : text,
    ...(group
      ? {
          group: {
            id: cutText(group.id, EVENT_LIMITS.address),
            ...(group.subject === undefined ? {} : { subject: cutText(group.subject, EVENT_LIMITS.name) }),
          },
        }
      : {}),
    ...(sender
      ? {
          sender: {
            ...peer(sender),
            ...(sender.name === undefined ? {} : { name: cutText(sender.name, EVENT_LIMITS.name) }),
          },
        }
      : {}),
    ...(pushName === undefined ? {} : { pushName: cutText(pushName, EVENT_LIMITS.name) }),
    ...(media ? { media: medium(media) } : {}),
    ...(location
      ? {
          location: {
            latitude: finite(location.latitude),
            longitude: finite(location.longitude),
            ...(location.name === undefined ? {} : { name: cutText(location.name, EVENT_LIMITS.placeName, CUT_MARK) }),
            ...(location.address === undefined
              ? {}
              : { address: cutText(location.address, EVENT_LIMITS.placeAddress, CUT_MARK) }),
          },
        }
      : {}),
    ...(cards ? { vcards: cards } : {}),
    ...(quotedWhatsappId === undefined ? {} : { quotedWhatsappId: id(quotedWhatsappId) }),
    ...(quotation ? { quotation: boundedQuotation(quotation) } : {}),
    ...(structured ? { structured: boundedStructured(structured) } : {}),
    ...(event.preview ? { preview } : {}),
    ...(event.poll ? { poll: boundedPoll(event.poll) } : {}),
    ...(albumId === undefined ? {} : { albumId: id(albumId) }),
    ...(event.choice === undefined ? {} : { choice: cutText(event.choice, EVENT_LIMITS.choice) }),
    ...(event.referral ? { referral: boundedReferral(event.referral) } : {}),
    ...(event.echo ? { echo: { metadata: cutText(event.echo.metadata, EVENT_LIMITS.id) } } : {}),
  }
}

function boundedReferral(referral: NonNullable<InboundMessage['referral']>): InboundMessage['referral'] {
  return {
    sourceType: cutText(referral.sourceType, EVENT_LIMITS.address),
    sourceId: cutText(referral.sourceId, EVENT_LIMITS.address),
    sourceUrl: cutText(referral.sourceUrl, EVENT_LIMITS.referralText),
    headline: cutText(referral.headline, EVENT_LIMITS.referralText),
    body: cutText(referral.body, EVENT_LIMITS.referralText),
  }
}

function boundedQuotation(quotation: NonNullable<InboundMessage['quotation']>): InboundMessage['quotation'] {
  const { thumbnail, ...rest } = quotation
  return {
    ...rest,
    body: cutText(rest.body, EVENT_LIMITS.quotation),
    kind: cutText(rest.kind, EVENT_LIMITS.address),
    // A truncated picture is useless, so a large one is left out.
    ...(thumbnail && thumbnail.length <= EVENT_LIMITS.thumbnail ? { thumbnail } : {}),
  }
}

function boundedPreview(preview: NonNullable<InboundMessage['preview']>): InboundMessage['preview'] {
  const { link, title, description, thumbnail } = preview
  // A truncated link leads elsewhere, so a long one is left out.
  if (link.length > EVENT_LIMITS.previewLink) return undefined
  return {
    link: wellFormed(link),
    title: cutText(title, EVENT_LIMITS.previewTitle, '…'),
    description: cutText(description, EVENT_LIMITS.previewText, '…'),
    ...(thumbnail && thumbnail.length <= EVENT_LIMITS.previewThumbnail ? { thumbnail } : {}),
  }
}

function boundedStructured(structured: NonNullable<InboundMessage['structured']>): InboundMessage['structured'] {
  const { copy, order, kind } = structured
  return {
    kind,
    // A truncated payment code pays nothing, so a long one is left out.
    ...(copy
      ? {
          copy: copy
            .filter(value => value.length <= EVENT_LIMITS.copy)
            .slice(0, EVENT_LIMITS.copies)
            .map(wellFormed),
        }
      : {}),
    ...(order
      ? {
          order: {
            orderId: id(order.orderId),
            title: cutText(order.title, EVENT_LIMITS.orderText),
            itemCount: whole(order.itemCount) ?? 0,
            total: order.total === null ? null : finite(order.total),
            currency: cutText(order.currency, EVENT_LIMITS.address),
            message: cutText(order.message, EVENT_LIMITS.orderText),
          },
        }
      : {}),
  }
}

/** Options are not cut: a vote names them by their digest. An app sends no longer ones. */
const boundedPoll = ({ question, options, several }: PollQuestion): PollQuestion | undefined =>
  options.length <= POLL_LIMITS.most && options.every(option => option.length <= EVENT_LIMITS.quotation)
    ? { question: cutText(question, EVENT_LIMITS.quotation, CUT_MARK), options: options.map(wellFormed), several }
    : undefined

function boundedReaction(event: InboundReaction): InboundReaction {
  return {
    ...event,
    ...boundedConversation(event),
    whatsappMessageId: id(event.whatsappMessageId),
    emoji: cutText(event.emoji, EVENT_LIMITS.emoji),
    at: whole(event.at) ?? 0,
  }
}

const boundedConversation = ({ chat, group, sender }: ConversationRef): ConversationRef => ({
  chat: peer(chat),
  ...(group ? { group: { id: cutText(group.id, EVENT_LIMITS.address) } } : {}),
  ...(sender
    ? {
        sender: {
          ...peer(sender),
          ...(sender.name === undefined ? {} : { name: cutText(sender.name, EVENT_LIMITS.reactorName) }),
        },
      }
    : {}),
})

const id = (text: string): string => cutText(text, EVENT_LIMITS.id)
const body = (text: string): string => cutText(text, EVENT_LIMITS.body, CUT_MARK)
const finite = (value: number): number => (Number.isFinite(value) ? value : 0)
/** Returns a number only if JSON and the schemas know it as an integer. */
const whole = (value: number | undefined): number | undefined =>
  value !== undefined && Number.isSafeInteger(Math.round(value)) ? Math.round(value) : undefined

const marked = (text: string, limit: number): string =>
  text.endsWith(CUT_MARK) ? text : `${cutText(text, limit - CUT_MARK.length - 1)} ${CUT_MARK}`.trimStart()

function peer({ number, lid, scoped }: Peer): Peer {
  return {
    ...(scoped === undefined
      ? {}
      : {
          scoped: {
            channel: scoped.channel,
            accountId: cutText(scoped.accountId, EVENT_LIMITS.address),
            id: cutText(scoped.id, EVENT_LIMITS.address),
          },
        }),
    ...(number === undefined ? {} : { number: cutText(number, EVENT_LIMITS.address) }),
    ...(lid === undefined ? {} : { lid: cutText(lid, EVENT_LIMITS.address) }),
  }
}

function medium(media: StoredMedia): StoredMedia {
  const { fileName, size, seconds, width, height, source, ...rest } = media
  const bytesOf = whole(size)
  return {
    ...rest,
    mimetype: cutText(media.mimetype, EVENT_LIMITS.mimetype),
    ...(fileName === undefined ? {} : { fileName: cutFileName(fileName) }),
    ...(bytesOf === undefined ? {} : { size: bytesOf }),
    ...(seconds === undefined ? {} : { seconds: finite(seconds) }),
    ...(width === undefined ? {} : { width: finite(width) }),
    ...(height === undefined ? {} : { height: finite(height) }),
    ...(source === undefined || bytes(source) > EVENT_LIMITS.source ? {} : { source }),
  }
}

/** Returns a file name cut before its extension. */
function cutFileName(name: string): string {
  if (name.length <= EVENT_LIMITS.fileName) return wellFormed(name)
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? ''
  return `${cutText(name, EVENT_LIMITS.fileName - extension.length, '…')}${extension}`
}

/**
 * Returns the cards that a message can carry, in order, without their pictures if they are too
 * large with them.
 */
function fitting(vcards: readonly string[]): string[] {
  const whole = vcards.map(wellFormed)
  const cards = jsonBytes(whole) <= EVENT_LIMITS.cards ? whole : whole.map(withoutPictures)
  let size = 0
  return cards.filter(card => {
    const more = jsonBytes(card) + 1
    if (size + more >= EVENT_LIMITS.cards) return false
    size += more
    return true
  })
}

/** Properties that hold bytes: RFC 6350 §6.2.4, §6.6.3, §6.7.5, §6.8.1. */
const BINARY = /^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY)[;:]/i
const PROPERTY = /^[\w.-]+[;:]/

/** Returns a card without pictures, sounds and keys, and without their folded lines. */
function withoutPictures(vcard: string): string {
  let dropping = false
  return vcard
    .split('\n')
    .filter(line => {
      if (PROPERTY.test(line)) dropping = BINARY.test(line)
      return !dropping
    })
    .join('\n')
}

/**
 * Shrinks an event whose texts are each within their limit but together, as JSON, are too large.
 */
function shrunk(event: InboundEvent): InboundEvent {
  if (!('body' in event)) return event
  let fit: Extract<InboundEvent, { body: string }> = event
  for (let limit = fit.body.length; jsonBytes(fit) > EVENT_LIMITS.event && limit > CUT_MARK.length; ) {
    limit = Math.floor(limit * 0.75)
    fit = { ...fit, body: cutText(event.body, limit, CUT_MARK) }
  }
  return fit
}
