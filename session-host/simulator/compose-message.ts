import { randomBytes } from 'node:crypto'
import type { proto } from '@whiskeysockets/baileys'
import { sealMedia } from './media/media-crypto.ts'
import type { MediaReference } from './types.ts'

/** Message that a phone's owner sends. */
export type Draft = {
  type: 'text' | 'image' | 'audio' | 'video' | 'document' | 'sticker' | 'location' | 'contact' | 'reaction' | 'poll'
  text?: string
  media?: Uint8Array
  mimetype?: string
  fileName?: string
  /** Audio recorded on the spot; the default. */
  ptt?: boolean
  latitude?: number
  longitude?: number
  vcard?: string
  /** Further cards in the same message. */
  more?: string[]
  /** Options of a poll, and whether several may be chosen. */
  options?: string[]
  several?: boolean
  quotedId?: string
  /** The quoted message does not exist. */
  unseen?: boolean
  hostile?: Hostile
}

/** False description of a phone's medium: null leaves a field out, bytes are base64. */
export type Hostile = {
  url?: string | null
  directPath?: string | null
  mediaKey?: string | null
  fileLength?: number | null
  fileEncSha256?: string | null
  mimetype?: string | null
}

/** Message another one refers to: its author and chat, as this phone addresses them. */
export type Quoted = { id: string; author: string; chat: string; fromMe: boolean; message: proto.IMessage }

const MIMETYPES: Record<MediaReference['kind'], string> = {
  image: 'image/jpeg',
  audio: 'audio/ogg; codecs=opus',
  video: 'video/mp4',
  document: 'application/octet-stream',
  sticker: 'image/webp',
}

type StoreMedia = (kind: MediaReference['kind'], blob: Buffer) => { url: string; directPath: string }

/** Turns a draft into the protobuf a WhatsApp app would send; uploads its attachment. */
export async function composeMessage(
  draft: Draft,
  quoted: Quoted | undefined,
  storeMedia: StoreMedia,
): Promise<proto.IMessage> {
  const contextInfo: proto.IContextInfo | undefined = quoted && {
    stanzaId: quoted.id,
    participant: quoted.author,
    quotedMessage: quoted.message,
  }
  switch (draft.type) {
    case 'text':
      return contextInfo
        ? { extendedTextMessage: { text: draft.text ?? '', contextInfo } }
        : { conversation: draft.text ?? '' }
    case 'location':
      return {
        locationMessage: {
          degreesLatitude: draft.latitude ?? 0,
          degreesLongitude: draft.longitude ?? 0,
          ...(draft.text && { name: draft.text }),
          contextInfo,
        },
      }
    case 'contact': {
      const displayName = draft.text ?? nameIn(draft.vcard ?? '')
      if (!draft.more) return { contactMessage: { displayName, vcard: draft.vcard ?? '', contextInfo } }
      const contacts = [draft.vcard ?? '', ...draft.more].map(vcard => ({ displayName: nameIn(vcard), vcard }))
      return { contactsArrayMessage: { displayName, contacts, contextInfo } }
    }
    case 'poll': {
      const { text: name, options = [], several = false } = draft
      const poll = {
        name,
        options: options.map(optionName => ({ optionName })),
        selectableOptionsCount: several ? 0 : 1,
        contextInfo,
      }
      return {
        messageContextInfo: { messageSecret: randomBytes(32) },
        ...(several ? { pollCreationMessage: poll } : { pollCreationMessageV3: poll }),
      }
    }
    case 'reaction':
      return {
        reactionMessage: {
          key: reactionKey(quoted!),
          text: draft.text ?? '',
          senderTimestampMs: Date.now(),
        },
      }
    default:
      return composeMedia(draft.type, draft, contextInfo, storeMedia)
  }
}

const nameIn = (vcard: string): string => /^FN:(.*)$/m.exec(vcard)?.[1]?.trim() ?? ''

function reactionKey({ id, author, chat, fromMe }: Quoted): proto.IMessageKey {
  if (chat.endsWith('@g.us')) return { remoteJid: chat, fromMe, id, participant: author }
  return { remoteJid: fromMe ? chat : author, fromMe, id }
}

async function composeMedia(
  kind: MediaReference['kind'],
  draft: Draft,
  contextInfo: proto.IContextInfo | undefined,
  storeMedia: StoreMedia,
): Promise<proto.IMessage> {
  const sealed = await sealMedia(kind, draft.media ?? new Uint8Array())
  const { url, directPath } = storeMedia(kind, sealed.blob)
  const file = {
    url,
    directPath,
    mediaKey: sealed.mediaKey,
    mediaKeyTimestamp: Math.floor(Date.now() / 1000),
    fileLength: sealed.length,
    fileSha256: sealed.sha256,
    fileEncSha256: sealed.encryptedSha256,
    mimetype: draft.mimetype ?? MIMETYPES[kind],
    contextInfo,
    ...hostileFields(draft.hostile),
  }
  const caption = draft.text || undefined
  switch (kind) {
    case 'image':
      return { imageMessage: { ...file, caption } }
    case 'video':
      return { videoMessage: { ...file, caption } }
    case 'audio':
      return { audioMessage: { ...file, ptt: draft.ptt ?? true, seconds: 1 } }
    case 'sticker':
      return { stickerMessage: file }
    case 'document': {
      const document = { ...file, fileName: draft.fileName ?? 'documento', title: draft.fileName, caption }
      // The apps wrap a document that has a caption, and clients must look inside.
      return caption
        ? { documentWithCaptionMessage: { message: { documentMessage: document } } }
        : { documentMessage: document }
    }
  }
}

function hostileFields({ mediaKey, fileEncSha256, ...rest }: Hostile = {}) {
  const bytes = (base64: string | null) => (base64 === null ? null : Buffer.from(base64, 'base64'))
  return {
    ...rest,
    ...(mediaKey !== undefined && { mediaKey: bytes(mediaKey) }),
    ...(fileEncSha256 !== undefined && { fileEncSha256: bytes(fileEncSha256) }),
  }
}

/** Returns the `mediatype` attribute of an encrypted node; undefined for plain text. */
export function mediaType(message: proto.IMessage): string | undefined {
  const content = message.documentWithCaptionMessage?.message ?? message
  if (content.imageMessage) return 'image'
  if (content.videoMessage) return 'video'
  if (content.audioMessage) return content.audioMessage.ptt ? 'ptt' : 'audio'
  if (content.documentMessage) return 'document'
  if (content.stickerMessage) return 'sticker'
  if (content.contactMessage) return 'vcard'
  return undefined
}
