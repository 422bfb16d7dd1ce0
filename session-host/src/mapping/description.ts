import type { MediaKind } from '@balcao/shared/entities/media-kind.ts'
import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import type { proto } from '@whiskeysockets/baileys'

/** Media as the message describes it, before its bytes are downloaded. */
export type MediaPart = {
  kind: MediaKind
  mimetype: string
  fileName?: string
  size?: number
  ptt?: boolean
  seconds?: number
  width?: number
  height?: number
  /** SHA-256 of the decrypted bytes. */
  sha256?: Uint8Array
  /** Media part alone, without thumbnails: enough to download it again. */
  source: proto.IMessage
}

/** A message of WhatsApp in the terms of an inbound event. */
export type Description = Pick<
  InboundMessage,
  | ('kind' | 'body' | 'location' | 'vcards' | 'quotedWhatsappId' | 'quotation' | 'structured' | 'poll')
  | ('preview' | 'albumId')
> & {
  part?: MediaPart
}
