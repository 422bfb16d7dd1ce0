import { normalizeMessageContent, type proto } from '@whiskeysockets/baileys'
import type { MediaReference, MessageBody } from './types.ts'

type MediaFields = {
  mimetype?: string | null
  caption?: string | null
  fileName?: string | null
  ptt?: boolean | null
  directPath?: string | null
  url?: string | null
  mediaKey?: Uint8Array | null
  contextInfo?: proto.IContextInfo | null
}

const MEDIA = [
  ['imageMessage', 'image'],
  ['videoMessage', 'video'],
  ['audioMessage', 'audio'],
  ['documentMessage', 'document'],
  ['stickerMessage', 'sticker'],
] as const

/** Returns what a person would see of a decrypted message. */
export function describeMessage(message: proto.IMessage): MessageBody {
  const content = normalizeMessageContent(message) ?? {}
  const text = content.conversation ?? content.extendedTextMessage?.text
  if (typeof text === 'string') return withQuote({ type: 'text', text }, content.extendedTextMessage?.contextInfo)
  for (const [field, type] of MEDIA) {
    const media = content[field] as MediaFields | null | undefined
    if (media) return withQuote(describeMedia(type, media), media.contextInfo)
  }
  if (content.locationMessage) {
    const { degreesLatitude, degreesLongitude, name, address, contextInfo } = content.locationMessage
    const label = [name, address].filter(Boolean).join(', ')
    return withQuote(
      {
        type: 'location',
        latitude: degreesLatitude ?? 0,
        longitude: degreesLongitude ?? 0,
        ...(label && { text: label }),
      },
      contextInfo,
    )
  }
  if (content.contactMessage) {
    const { displayName, vcard, contextInfo } = content.contactMessage
    return withQuote({ type: 'contact', text: displayName ?? '', vcard: vcard ?? '' }, contextInfo)
  }
  if (content.contactsArrayMessage) {
    const { displayName, contacts, contextInfo } = content.contactsArrayMessage
    const vcard = (contacts ?? []).map(contact => contact.vcard ?? '').join('\n')
    return withQuote({ type: 'contact', text: displayName ?? '', vcard }, contextInfo)
  }
  const poll = content.pollCreationMessage ?? content.pollCreationMessageV2 ?? content.pollCreationMessageV3
  if (poll) {
    const options = (poll.options ?? []).map(({ optionName }) => optionName ?? '')
    return { type: 'poll', text: poll.name ?? '', options, several: poll.selectableOptionsCount !== 1 }
  }
  if (content.pollUpdateMessage) {
    return { type: 'vote', quotedId: content.pollUpdateMessage.pollCreationMessageKey?.id ?? undefined }
  }
  if (content.reactionMessage) {
    return {
      type: 'reaction',
      text: content.reactionMessage.text ?? '',
      quotedId: content.reactionMessage.key?.id ?? undefined,
    }
  }
  return { type: 'other' }
}

function describeMedia(kind: MediaReference['kind'], media: MediaFields): MessageBody {
  const path = media.directPath || (media.url ? URL.parse(media.url)?.pathname : undefined)
  return {
    type: kind,
    ...(media.mimetype && { mimetype: media.mimetype }),
    ...(media.caption && { caption: media.caption }),
    ...(media.fileName && { fileName: media.fileName }),
    ...(kind === 'audio' && { ptt: media.ptt === true }),
    ...(path && media.mediaKey && { media: { kind, path, key: Buffer.from(media.mediaKey).toString('base64') } }),
  }
}

function withQuote(body: MessageBody, context: proto.IContextInfo | null | undefined): MessageBody {
  return context?.stanzaId ? { ...body, quotedId: context.stanzaId } : body
}
