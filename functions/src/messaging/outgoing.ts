/** The two forms of an outgoing message: the row that is stored, and the command that is sent. */
import type { MediaType, QuotedMessage } from '@balcao/shared/entities/message.ts'
import type { OutboundContent, Quotation, SendCommand } from '@balcao/shared/events/queues.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { lineOf } from '@balcao/shared/rules/message-line.ts'
import type { MessageRow, NewMessage } from '../data/tickets/message-row.ts'
import type { Chat } from './chat-commands.ts'

/** Maximum characters of a quoted text that are shown and sent: a quotation is a few lines. */
const QUOTED = 500

type Shown = Pick<
  NewMessage,
  | ('body' | 'mediaType' | 'media' | 'item' | 'location' | 'vcards' | 'template' | 'templateComponents')
  | ('choices' | 'poll')
>

/** Returns the fields under which outgoing content is stored. */
export function shownAs(content: OutboundContent): Shown {
  switch (content.kind) {
    case 'text':
      return { body: content.body, mediaType: 'chat' }
    case 'media':
      return {
        ...{ body: content.body, mediaType: content.media.kind, media: content.media },
        ...(content.item ? { item: content.item } : {}),
      }
    case 'location': {
      const { kind: _, ...location } = content
      return { body: '', mediaType: 'locationMessage', location }
    }
    case 'contacts': {
      const mediaType: MediaType = content.vcards.length > 1 ? 'contactMessage' : 'vcard'
      return { body: content.displayName, mediaType, vcards: content.vcards }
    }
    case 'template': {
      const { body, template, components, media } = content
      const shown = media ? { mediaType: media.kind, media } : { mediaType: 'chat' as const }
      return { body, ...shown, template, templateComponents: components }
    }
    case 'choices':
      return { body: content.body, mediaType: 'chat', choices: content.choices }
    case 'poll':
      return { body: content.body, mediaType: 'poll', poll: content.poll }
  }
}

/** Returns the content to send for a stored message; undefined for kinds that are never sent. */
export function contentOf(message: MessageRow): OutboundContent | undefined {
  const { body, media, item, location, vcards, template, templateComponents, choices, poll } = message
  if (template) {
    const file = media?.key ? { media: { ...media, key: media.key } } : {}
    return { kind: 'template', body, template, components: templateComponents, ...file }
  }
  if (choices) return { kind: 'choices', body, choices }
  if (poll) return { kind: 'poll', body, poll }
  if (media)
    return media.key
      ? { kind: 'media', body, media: { ...media, key: media.key }, ...(item ? { item } : {}) }
      : undefined
  if (location) return { kind: 'location', ...location }
  if (vcards.length > 0) return { kind: 'contacts', displayName: body, vcards }
  // For an order, or a poll whose votes cannot be read, its words can be sent.
  const isText = message.mediaType === 'chat' || (message.structured && body)
  return isText ? { kind: 'text', body } : undefined
}

/** Returns a message as the quotation inside its answer. */
export const quotedAs = (message: MessageRow): QuotedMessage => ({
  id: message.id,
  body: cutText(lineOf(message), QUOTED),
  fromMe: message.fromMe,
  mediaType: message.mediaType,
  name: message.fromMe ? null : (message.sender?.name ?? null),
})

const quotationOf = (message: MessageRow): Quotation => {
  const { number, lid } = message.sender ?? {}
  return {
    whatsappMessageId: message.whatsappMessageId,
    fromMe: message.fromMe,
    body: cutText(lineOf(message), QUOTED),
    ...(number || lid ? { participant: { ...(number ? { number } : {}), ...(lid ? { lid } : {}) } } : {}),
  }
}

/** Returns the command that sends a message. */
export const sendCommand = (
  chat: Chat,
  whatsappMessageId: string,
  content: OutboundContent,
  quoted: MessageRow | undefined,
  now: number,
  again: boolean,
): SendCommand => ({
  ...chat,
  type: 'send',
  whatsappMessageId,
  content,
  ...(quoted ? { quoted: quotationOf(quoted) } : {}),
  queuedAt: now,
  ...(again ? { again } : {}),
})
