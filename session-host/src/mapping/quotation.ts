import { MEDIA_TYPES, type MediaType } from '@balcao/shared/entities/message.ts'
import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import type { proto } from '@whiskeysockets/baileys'
import type { Description } from './description.ts'

/** Maximum bytes of a quotation's picture; a larger one is left out. */
export const MAX_THUMBNAIL = 8192

/**
 * Returns the quotation that WhatsApp delivers with an answer, so that it can be shown when the
 * quoted message is not stored: an answer to a status, or to a message from before the connection
 * was linked.
 */
export function quotationIn(
  context: proto.IContextInfo | undefined,
  describe: (message: proto.IMessage) => Description | null,
): InboundMessage['quotation'] {
  const status = context?.remoteJid === 'status@broadcast'
  const quoted = context?.quotedMessage
  if (!quoted && !status) return undefined
  const described = quoted ? describe(quoted) : null
  if (!described && !status) return undefined
  const thumbnail = quoted && thumbnailIn(quoted)
  return {
    body: described?.body.slice(0, 500) ?? '',
    kind: kindOf(described),
    status,
    ...(thumbnail ? { thumbnail } : {}),
  }
}

function kindOf(described: Description | null): MediaType {
  const kind = described?.structured?.kind ?? described?.part?.kind
  if (kind && MEDIA_TYPES.includes(kind)) return kind
  if (described?.kind === 'location') return 'locationMessage'
  if (described?.kind === 'contacts') return 'vcard'
  return described?.kind === 'text' ? 'chat' : 'unsupported'
}

/** Returns the thumbnail of media or an offer in base64, if it is a JPEG of limited size. */
function thumbnailIn(message: proto.IMessage): string | undefined {
  for (const part of Object.values(message)) {
    const { jpegThumbnail, thumbnail } = (part ?? {}) as { jpegThumbnail?: unknown; thumbnail?: unknown }
    const jpeg = jpegInBase64(jpegThumbnail ?? thumbnail, MAX_THUMBNAIL)
    if (jpeg) return jpeg
  }
  return undefined
}

/** Returns bytes in base64 if they are a JPEG of at most `most` bytes. */
export function jpegInBase64(bytes: unknown, most: number): string | undefined {
  if (!(bytes instanceof Uint8Array) || bytes.length > most || bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined
  return Buffer.from(bytes).toString('base64')
}
