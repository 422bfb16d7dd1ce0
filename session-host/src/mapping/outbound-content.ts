import type { Readable } from 'node:stream'
import type { OutboundContent, Quotation, StoredMedia } from '@balcao/shared/events/queues.ts'
import { readCard } from '@balcao/shared/rules/vcard.ts'
import type { AnyMessageContent, WAMessage } from '@whiskeysockets/baileys'
import { jidOf } from './jid.ts'

/**
 * Returns the content that Baileys is asked to send.
 * @param pollSecret secret under which the votes of a poll are encrypted
 * @param open opens the stored bytes of media; they are streamed, never in memory as a whole
 */
export async function outboundContent(
  content: OutboundContent,
  open: (key: string) => Promise<Readable>,
  pollSecret?: Uint8Array,
): Promise<AnyMessageContent> {
  switch (content.kind) {
    case 'text':
    // The caller asks what a connection can do; a linked device can send the words alone.
    case 'template':
    case 'choices':
      // Without a preview: it would make the host fetch an address that somebody wrote.
      return { text: content.body, linkPreview: null }
    case 'poll': {
      const { question, options, several } = content.poll
      return {
        poll: {
          name: question,
          values: [...options],
          selectableCount: several ? 0 : 1,
          ...(pollSecret ? { messageSecret: pollSecret } : {}),
        },
      }
    }
    case 'media':
      return mediaContent(content.media, content.body, { stream: await open(content.media.key) })
    case 'location':
      return {
        location: {
          degreesLatitude: content.latitude,
          degreesLongitude: content.longitude,
          ...(content.name ? { name: content.name } : {}),
          ...(content.address ? { address: content.address } : {}),
        },
      }
    case 'contacts': {
      const { displayName, vcards } = content
      // A single card is sent without the list around it, and carries the name itself.
      const cards = vcards.map(vcard => ({
        displayName: vcards.length === 1 ? displayName : readCard(vcard).name,
        vcard,
      }))
      return { contacts: { displayName, contacts: cards } }
    }
  }
}

function mediaContent(media: StoredMedia, caption: string, source: { stream: Readable }): AnyMessageContent {
  const { mimetype } = media
  const size = {
    ...(media.width ? { width: media.width } : {}),
    ...(media.height ? { height: media.height } : {}),
  }
  const text = caption ? { caption } : {}
  switch (media.kind) {
    case 'image':
      return { image: source, mimetype, ...text, ...size }
    case 'video':
      return { video: source, mimetype, ...text, ...size }
    case 'audio':
      // The true type is sent: an mp3 from the browser plays as one, also with the look of a voice
      // note.
      return {
        audio: source,
        mimetype,
        ...(media.ptt ? { ptt: true } : {}),
        ...(media.seconds ? { seconds: Math.round(media.seconds) } : {}),
      }
    case 'sticker':
      return { sticker: source, mimetype, ...size }
    case 'application':
      return { document: source, mimetype, fileName: media.fileName ?? 'arquivo', ...text }
  }
}

/** Builds a quotation from the command's data about the quoted message. */
export function quotedMessage(quoted: Quotation, jid: string): WAMessage {
  const participant = quoted.participant ? jidOf(quoted.participant) : undefined
  return {
    key: {
      remoteJid: jid,
      fromMe: quoted.fromMe,
      id: quoted.whatsappMessageId,
      ...(participant ? { participant } : {}),
    },
    message: { conversation: quoted.body },
    ...(participant ? { participant } : {}),
  }
}
