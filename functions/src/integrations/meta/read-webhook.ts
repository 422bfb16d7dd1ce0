/**
 * Turns Meta's webhooks of metaPages (`object: page`) and Instagram accounts (`object: instagram`)
 * into events of our own:
 * https://developers.facebook.com/docs/messenger-platform/reference/webhook-events, and the
 * webhooks of Instagram Messaging, v23.0 (read on 2026-11-22). Unknown kinds are skipped.
 */
import type { MetaPageChannel } from '@balcao/shared/entities/channel.ts'
import type { MediaKind } from '@balcao/shared/entities/media-kind.ts'
import type { InboundEvent, Peer, StoredMedia } from '@balcao/shared/events/queues.ts'
import { metaPageSource } from '@balcao/shared/rules/meta-page-media.ts'
import { z } from 'zod'
import type { AccountEvent, AccountEvents } from './account-events.ts'
import { idOfMid } from './mid.ts'

type MetaPageEvent = Extract<AccountEvent, { chat: Peer }>

const Attachment = z.object({
  type: z.string(),
  title: z.string().nullish(),
  payload: z
    .object({
      url: z.string().nullish(),
      title: z.string().nullish(),
      sticker_id: z.number().nullish(),
      coordinates: z.object({ lat: z.number(), long: z.number() }).nullish(),
    })
    .nullish(),
})
type Attachment = z.infer<typeof Attachment>

const MetaUser = z.object({ id: z.string().min(1).max(64) })
const Messaging = z.object({
  sender: MetaUser,
  recipient: MetaUser,
  timestamp: z.number().optional(),
  message: z
    .object({
      mid: z.string().min(1).max(1000),
      text: z.string().nullish(),
      is_echo: z.boolean().nullish(),
      is_deleted: z.boolean().nullish(),
      is_unsupported: z.boolean().nullish(),
      metadata: z.string().nullish(),
      attachments: z.array(Attachment).nullish(),
      reply_to: z
        .object({
          mid: z.string().nullish(),
          story: z.object({ url: z.string().nullish() }).nullish(),
        })
        .nullish(),
    })
    .optional(),
  postback: z.object({ mid: z.string().min(1).max(1000).optional(), title: z.string().nullish() }).optional(),
  read: z.object({ watermark: z.number().optional(), mid: z.string().optional() }).optional(),
  delivery: z.object({ watermark: z.number().optional() }).optional(),
  reaction: z
    .object({ mid: z.string().min(1), action: z.string(), emoji: z.string().nullish(), reaction: z.string().nullish() })
    .optional(),
})
type Messaging = z.infer<typeof Messaging>

const Call = z.object({
  object: z.string(),
  entry: z.array(z.object({ id: z.string().min(1).max(64), messaging: z.array(z.unknown()).optional() })).max(5000),
})

const CHANNELS = new Map<string, MetaPageChannel>([
  ['page', 'facebook'],
  ['instagram', 'instagram'],
])

/**
 * Returns the events of a call, in its order.
 * @param now epoch milliseconds
 */
export function readWebhook(body: unknown, now: number): AccountEvents<MetaPageEvent>[] {
  const call = Call.safeParse(body)
  const channel = call.success ? CHANNELS.get(call.data.object) : undefined
  if (!call.success || !channel) return []
  let at = now
  return call.data.entry.map(({ id: accountId, messaging = [] }) => ({
    accountId,
    events: messaging.flatMap(each => {
      const known = Messaging.safeParse(each)
      return known.success ? eventsOf(known.data, channel, accountId, () => at++) : []
    }),
  }))
}

function eventsOf(given: Messaging, channel: MetaPageChannel, accountId: string, tick: () => number): MetaPageEvent[] {
  const fromMe = given.sender.id === accountId
  const person = fromMe ? given.recipient.id : given.sender.id
  const chat: Peer = { scoped: { channel, accountId, id: person } }
  const { message, read, delivery, reaction, postback } = given
  if (message?.is_deleted)
    return [{ type: 'delete', chat, whatsappMessageId: idOfMid(message.mid), fromMe, at: given.timestamp ?? tick() }]
  if (message) return messagesOf(given, message, chat, fromMe, tick)
  // A pressed button counts as its text.
  if (postback?.mid && postback.title)
    return messagesOf(given, { mid: postback.mid, text: postback.title }, chat, fromMe, tick)
  if (read?.mid) return [{ type: 'seen', chat, ack: 4, mid: idOfMid(read.mid) }]
  if (read?.watermark) return [{ type: 'seen', chat, ack: 4, until: read.watermark }]
  if (delivery?.watermark) return [{ type: 'seen', chat, ack: 3, until: delivery.watermark }]
  if (reaction) {
    const emoji = reaction.action === 'react' ? (reaction.emoji ?? '❤') : ''
    const whatsappMessageId = idOfMid(reaction.mid)
    return [{ type: 'reaction', chat, whatsappMessageId, fromMe, emoji, at: given.timestamp ?? tick() }]
  }
  return []
}

/** Returns a message for each attachment, the text with the first. */
function messagesOf(
  { timestamp }: Messaging,
  message: NonNullable<Messaging['message']>,
  chat: Peer,
  fromMe: boolean,
  tick: () => number,
): MetaPageEvent[] {
  const { mid, text, reply_to: repliesTo, metadata } = message
  const story = repliesTo?.story?.url
  const body = [text ?? '', story ? `↩ story: ${story}` : ''].filter(Boolean).join('\n')
  const attachments = message.attachments ?? []
  const common = (nth: number) => {
    const receivedAt = tick()
    return {
      type: 'message' as const,
      chat,
      whatsappMessageId: nth === 0 ? idOfMid(mid) : `${idOfMid(mid)}#${nth}`,
      fromMe,
      sentAt: timestamp ?? receivedAt,
      receivedAt,
      replayed: false,
      ...(nth === 0 && repliesTo?.mid ? { quotedWhatsappId: idOfMid(repliesTo.mid) } : {}),
      ...(fromMe ? { echo: { metadata: metadata ?? '' } } : {}),
    }
  }
  if (attachments.length === 0)
    return [{ ...common(0), ...(body ? { kind: 'text', body } : { kind: 'unsupported', body: '' }) }]
  return attachments.map((attachment, nth) => ({
    ...common(nth),
    ...contentOf(attachment, mid, nth, nth === 0 ? body : ''),
  }))
}

type Content = Pick<Extract<InboundEvent, { type: 'message' }>, 'kind' | 'body' | 'media' | 'location'>

const KINDS: Record<string, { kind: MediaKind; mimetype: string }> = {
  image: { kind: 'image', mimetype: 'image/jpeg' },
  audio: { kind: 'audio', mimetype: 'audio/mp4' },
  video: { kind: 'video', mimetype: 'video/mp4' },
  file: { kind: 'application', mimetype: 'application/octet-stream' },
  // A picture or a video: the downloaded file shows which.
  story_mention: { kind: 'image', mimetype: 'image/jpeg' },
}

function contentOf({ type, title, payload }: Attachment, mid: string, nth: number, body: string): Content {
  const url = payload?.url ?? undefined
  const known = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
  if (known && url) {
    const media: StoredMedia = { ...known, source: metaPageSource({ url, mid, nth }) }
    const name = type === 'file' ? nameIn(url) : undefined
    const mentioned = type === 'story_mention' ? '@ story' : ''
    return {
      kind: 'media',
      body: body || mentioned,
      media: name ? { ...media, fileName: name } : media,
    }
  }
  const place = payload?.coordinates
  if (place) return { kind: 'location', body: '', location: { latitude: place.lat, longitude: place.long } }
  // A shared post, reel or link: its words and its address.
  const words = [body, title ?? payload?.title ?? '', url ?? ''].filter(Boolean).join('\n')
  return words ? { kind: 'text', body: words } : { kind: 'unsupported', body: '' }
}

/** Returns the last part of an address's path, by which Meta's content network names files. */
function nameIn(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '') || undefined
  } catch {
    return undefined
  }
}
