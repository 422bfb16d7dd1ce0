import type { MediaKind } from '@balcao/shared/entities/media-kind.ts'
import { readCard } from '@balcao/shared/rules/vcard.ts'
import { proto } from '@whiskeysockets/baileys'
import type { Description, MediaPart } from './description.ts'
import { joinLines, readJson } from './lines.ts'
import { MESSAGE_KINDS, unwrapMessage } from './message-kinds.ts'
import { jpegInBase64, quotationIn } from './quotation.ts'
import { describeStructured } from './structured.ts'
import { readVcards } from './vcard.ts'

type Media =
  | proto.Message.IImageMessage
  | proto.Message.IVideoMessage
  | proto.Message.IAudioMessage
  | proto.Message.IDocumentMessage
  | proto.Message.IStickerMessage

const { AssociationType } = proto.MessageAssociation

/** Maximum bytes of the picture of a link's preview; a larger one is left out. */
const MAX_PREVIEW_PICTURE = 16_384

const number = (value: unknown): number | undefined => {
  const result = Number(value ?? Number.NaN)
  return Number.isFinite(result) && result > 0 ? result : undefined
}

/**
 * Media type that may stand in an HTTP header: with its parameters, in ASCII, of limited length.
 */
const MIMETYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}(?:;[\x20-\x7e]{0,100})?$/

/**
 * Describes a WhatsApp message in the product's terms. Disappearing, view-once, edited and caption
 * wrappers are opened.
 * @returns null for anything but a message to a person: protocol messages, reactions, votes
 */
export function describeMessage(message: proto.IMessage | null | undefined): Description | null {
  const content = unwrapMessage(message)
  if (!content) return null
  const described = describeContent(content)
  if (!described) return null
  const context = contextOf(content)
  const quotation = quotationIn(context, describeQuoted)
  const albumId = albumOf(message) ?? albumOf(content)
  const quotedId = context?.stanzaId || (message?.commentMessage ?? content.encCommentMessage)?.targetMessageKey?.id
  return {
    ...described,
    ...(quotedId ? { quotedWhatsappId: quotedId } : {}),
    ...(quotation ? { quotation } : {}),
    ...(albumId ? { albumId } : {}),
  }
}

/** Describes a quoted message, whose own quotation does not count. */
const describeQuoted = (message: proto.IMessage): Description | null => {
  const content = unwrapMessage(message)
  return content ? describeContent(content) : null
}

/** Returns the id of the album that a photo or video belongs to. */
function albumOf(message: proto.IMessage | null | undefined): string | undefined {
  const association = message?.messageContextInfo?.messageAssociation
  const isAlbum = association?.associationType === AssociationType.MEDIA_ALBUM
  return (isAlbum && association.parentMessageKey?.id) || undefined
}

function describeContent(content: proto.IMessage): Description | null {
  const text = (body: string | null | undefined): Description => ({ kind: 'text', body: body ?? '' })

  if (content.conversation) return text(content.conversation)
  if (content.extendedTextMessage) return describeText(content.extendedTextMessage)
  const medium = describeMedia(content)
  if (medium) return medium

  const place = content.locationMessage ?? content.liveLocationMessage
  if (place) {
    const named = content.locationMessage
    return {
      kind: 'location',
      body: content.liveLocationMessage?.caption ?? named?.comment ?? '',
      location: {
        latitude: place.degreesLatitude ?? 0,
        longitude: place.degreesLongitude ?? 0,
        ...(named?.name ? { name: named.name } : {}),
        ...(named?.address ? { address: named.address } : {}),
      },
    }
  }
  const cards = content.contactMessage ? [content.contactMessage] : content.contactsArrayMessage?.contacts
  if (cards) {
    const vcards = readVcards(cards.map(card => card.vcard))
    const names = cards.map(card => card.displayName || readCard(card.vcard ?? '').name).filter(Boolean)
    return vcards.length
      ? { kind: 'contacts', body: names.join(', '), vcards }
      : { kind: 'unsupported', body: names.join(', ') }
  }
  const answer = answerOf(content)
  if (answer !== undefined) return text(answer)
  const structured = describeStructured(content)
  if (structured) return { kind: structured.body ? 'text' : 'unsupported', ...structured }
  // A field that the map ignores carries no message; an unknown field does.
  const isMessage = Object.keys(content).some(
    kind => content[kind as 'conversation'] && MESSAGE_KINDS[kind as keyof proto.IMessage]?.fate !== 'ignored',
  )
  return isMessage ? { kind: 'unsupported', body: '' } : null
}

/** Describes a text with the preview of its link, which the sender's app made. */
function describeText(given: proto.Message.IExtendedTextMessage): Description {
  const body = given.text ?? ''
  const { matchedText: link, title, description, jpegThumbnail } = given
  if (!link || !title || !body.includes(link)) return { kind: 'text', body }
  const thumbnail = jpegInBase64(jpegThumbnail, MAX_PREVIEW_PICTURE)
  return {
    kind: 'text',
    body,
    preview: { link, title, description: description ?? '', ...(thumbnail ? { thumbnail } : {}) },
  }
}

function describeMedia(content: proto.IMessage): Description | undefined {
  const make = (kind: MediaKind, media: Media, source: proto.IMessage, body: string | null | undefined) => {
    const sized = media as { width?: number | null; height?: number | null; seconds?: number | null }
    const mimetype = MIMETYPE.test(media.mimetype ?? '') ? media.mimetype! : 'application/octet-stream'
    const part: MediaPart = { kind, mimetype, source }
    const size = number(media.fileLength)
    if (size) part.size = size
    if (number(sized.width)) part.width = number(sized.width)!
    if (number(sized.height)) part.height = number(sized.height)!
    if (number(sized.seconds)) part.seconds = number(sized.seconds)!
    if (media.fileSha256?.length) part.sha256 = media.fileSha256
    return { kind: 'media' as const, body: body ?? '', part }
  }
  const { imageMessage, audioMessage, documentMessage, stickerMessage } = content
  const videoMessage = content.videoMessage ?? content.ptvMessage
  if (imageMessage) {
    return make('image', imageMessage, { imageMessage: withoutThumbnails(imageMessage) }, imageMessage.caption)
  }
  if (videoMessage) {
    return make('video', videoMessage, { videoMessage: withoutThumbnails(videoMessage) }, videoMessage.caption)
  }
  if (audioMessage) {
    const described = make('audio', audioMessage, { audioMessage: withoutThumbnails(audioMessage) }, '')
    if (audioMessage.ptt) described.part.ptt = true
    return described
  }
  if (documentMessage) {
    const source = { documentMessage: withoutThumbnails(documentMessage) }
    const described = make('application', documentMessage, source, documentMessage.caption)
    const fileName = documentMessage.fileName || documentMessage.title
    if (fileName) described.part.fileName = fileName
    return described
  }
  if (stickerMessage) {
    return make('sticker', stickerMessage, { stickerMessage: withoutThumbnails(stickerMessage) }, '')
  }
  return undefined
}

/**
 * Removes thumbnails, captions and quotations: they are most of the bytes, and no download needs
 * them.
 */
function withoutThumbnails<T extends Media>(media: T): T {
  return {
    ...media,
    caption: undefined,
    jpegThumbnail: undefined,
    pngThumbnail: undefined,
    scansSidecar: undefined,
    streamingSidecar: undefined,
    contextInfo: undefined,
    waveform: undefined,
  }
}

/** Returns a person's choice in somebody's buttons, list or form. */
function answerOf(content: proto.IMessage): string | undefined {
  if (content.buttonsResponseMessage) {
    return content.buttonsResponseMessage.selectedDisplayText || content.buttonsResponseMessage.selectedButtonId || ''
  }
  if (content.templateButtonReplyMessage) {
    return content.templateButtonReplyMessage.selectedDisplayText || content.templateButtonReplyMessage.selectedId || ''
  }
  if (content.listResponseMessage) {
    const list = content.listResponseMessage
    return list.title || list.singleSelectReply?.selectedRowId || list.description || ''
  }
  if (content.interactiveResponseMessage) {
    const { body, nativeFlowResponseMessage: form } = content.interactiveResponseMessage
    const values = Object.entries(readJson(form?.paramsJson))
      .filter(([name, value]) => name !== 'flow_token' && ['string', 'number', 'boolean'].includes(typeof value))
      .map(([name, value]) => `${name}: ${value}`)
    return joinLines([body?.text, ...values])
  }
  const asked = content.questionResponseMessage ?? content.statusQuestionAnswerMessage ?? content.statusQuotedMessage
  return asked ? (asked.text ?? '') : undefined
}

function contextOf(content: proto.IMessage): proto.IContextInfo | undefined {
  for (const value of Object.values(content)) {
    const context = (value as { contextInfo?: proto.IContextInfo | null } | null)?.contextInfo
    if (context?.stanzaId || context?.quotedMessage) return context
  }
  return undefined
}

/** Returns the text of an edited message: a new text or a new caption. */
export function editedText(message: proto.IMessage | null | undefined): string | undefined {
  const described = describeMessage(message)
  return described && (described.kind === 'text' || described.kind === 'media') ? described.body : undefined
}
