import type { MetaPageChannel } from '@balcao/shared/entities/channel.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import { splitText } from '@balcao/shared/rules/split-text.ts'
import { readCard } from '@balcao/shared/rules/vcard.ts'
import { signedLink } from '../storage.ts'
import type { Part } from './send.ts'

/** Maximum length of a text: characters for Messenger, bytes for Instagram ("Send API": text). */
const MAX_LENGTH = { facebook: 2000, instagram: 1000 } as const
const KINDS = { image: 'image', sticker: 'image', audio: 'audio', video: 'video', application: 'file' } as const

/**
 * Returns a message as the parts that Meta accepts, one after the other: it has no text under an
 * attachment.
 */
export function partsOf(content: OutboundContent, channel: MetaPageChannel): Part[] {
  switch (content.kind) {
    case 'text':
    // The caller asks what a connection can do; a metaPage can send the words alone.
    case 'template':
    case 'choices':
    case 'poll':
      return textsOf(content.body, channel)
    case 'media': {
      const { media, body } = content
      const url = () => signedLink(media.key, { mimetype: media.mimetype, fileName: media.fileName })
      return [{ attachment: KINDS[media.kind], url }, ...(body.trim() ? textsOf(body, channel) : [])]
    }
    case 'location': {
      const { latitude, longitude, name, address } = content
      const at = `https://www.google.com/maps?q=${latitude},${longitude}`
      return textsOf([name, address, at].filter(Boolean).join('\n'), channel)
    }
    case 'contacts':
      return textsOf([content.displayName, ...content.vcards.flatMap(numbersIn)].join('\n'), channel)
  }
}

/**
 * Returns the numbers of a card; one of WhatsApp has its country code, which a printed one may
 * lack.
 */
const numbersIn = (vcard: string): string[] =>
  readCard(vcard).numbers.map(({ number, isWhatsapp }) => (isWhatsapp ? `+${number}` : number))

const textsOf = (text: string, channel: MetaPageChannel): Part[] =>
  splitText(text, MAX_LENGTH[channel], given =>
    channel === 'instagram' ? Buffer.byteLength(given) : given.length,
  ).map(part => ({ text: part }))
