/**
 * Outgoing content as the messages that the Cloud API accepts (Meta's *Messages*, Graph API v23.0,
 * read on 2026-11-28). Pure.
 */
import type { MessageChoices } from '@balcao/shared/entities/message.ts'
import type { OutboundContent, StoredMedia } from '@balcao/shared/events/queues.ts'
import { cloudMediaProblem, cloudMimetype } from '@balcao/shared/rules/cloud-media-limits.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { splitText } from '@balcao/shared/rules/split-text.ts'
import { readCard } from '@balcao/shared/rules/vcard.ts'

/** Message as Meta's `type` and the object of that name. */
export type CloudContent = { type: string; content: unknown }

type StoredFile = StoredMedia & { key: string }

/** One message: ready, or one with a file that needs a link: its own, or a template's header. */
export type CloudPart =
  | CloudContent
  | { media: StoredFile; caption: string }
  | { header: StoredFile; template: Template }

type Template = Extract<OutboundContent, { kind: 'template' }>

/** Maximum characters of Meta's fields. */
const MAX = {
  text: 4096,
  caption: 1024,
  fileName: 240,
  buttonBody: 1024,
  listBody: 4096,
  buttonTitle: 20,
  listButton: 20,
  rowTitle: 24,
  rowDescription: 72,
  formattedName: 1000,
}
const MAX_BUTTONS = 3
const MAX_ROWS = 10

const textPart = (body: string): CloudContent => ({ type: 'text', content: { body, preview_url: false } })
const textParts = (body: string): CloudContent[] => splitText(body, MAX.text).map(textPart)

/** Returns a message as the parts that Meta accepts, one after the other. */
export function cloudPartsOf(content: OutboundContent): CloudPart[] {
  switch (content.kind) {
    case 'text':
    // A cloud number has no polls: their words.
    case 'poll':
      return textParts(content.body)
    case 'media':
      return mediaParts(content.media, content.body)
    case 'location': {
      const { latitude, longitude, name, address } = content
      const place = { latitude, longitude, ...(name ? { name } : {}), ...(address ? { address } : {}) }
      return [{ type: 'location', content: place }]
    }
    case 'contacts':
      return [{ type: 'contacts', content: content.vcards.map(card => contactOf(card, content.displayName)) }]
    case 'template':
      return [content.media ? { header: content.media, template: content } : templatePart(content)]
    case 'choices':
      return choicesParts(content.body, content.choices)
  }
}

const templatePart = ({ template: { name, language }, components }: Template, header: object[] = []): CloudContent => ({
  type: 'template',
  content: { name, language: { code: language }, components: [...header, ...components] },
})

/** Returns a template's message with a file in its header, which Meta downloads from the link. */
export function headerContent(template: Template, file: StoredMedia, link: string): CloudContent {
  const type = HEADER_TYPES[file.kind]
  const named = type === 'document' ? { filename: cutText(file.fileName || 'arquivo', MAX.fileName) } : {}
  return templatePart(template, [{ type: 'header', parameters: [{ type, [type]: { link, ...named } }] }])
}

const HEADER_TYPES = {
  image: 'image',
  video: 'video',
  application: 'document',
  audio: 'document',
  sticker: 'image',
} as const

/**
 * Returns a product's card (Meta's *Single-product messages*), for content that is one of a
 * catalogue; undefined for other content, and where its picture would not be one message.
 */
export function cardPartOf(content: OutboundContent): CloudContent | undefined {
  if (content.kind !== 'media' || !content.item || cloudPartsOf(content).length !== 1) return undefined
  const { catalogId, retailerId } = content.item
  return {
    type: 'interactive',
    content: {
      type: 'product',
      ...(content.body.trim() === '' ? {} : { body: { text: content.body } }),
      action: { catalog_id: catalogId, product_retailer_id: retailerId },
    },
  }
}

/** A caption that Meta does not show under the file, or that is too long, follows as text. */
function mediaParts(media: StoredMedia & { key: string }, body: string): CloudPart[] {
  const hasCaption = typeOfMedia(media) !== 'audio' && typeOfMedia(media) !== 'sticker'
  const caption = body.trim() === '' ? '' : body
  return hasCaption && caption.length <= MAX.caption
    ? [{ media, caption }]
    : [{ media, caption: '' }, ...(caption ? textParts(caption) : [])]
}

const TYPES = { image: 'image', audio: 'audio', video: 'video', sticker: 'sticker', application: 'document' } as const

/** Returns Meta's type of a file; one of a format that the type does not have is a document. */
function typeOfMedia({ kind, mimetype }: StoredMedia): (typeof TYPES)[keyof typeof TYPES] {
  return cloudMediaProblem({ kind, mimetype }) === null ? TYPES[kind] : 'document'
}

/** Returns a file's message, which Meta downloads from the link. */
export function mediaContent(media: StoredMedia, caption: string, link: string): CloudContent {
  const type = typeOfMedia(media)
  const isVoice = media.ptt && type === 'audio' && cloudMimetype(media.mimetype) === 'audio/ogg'
  return {
    type,
    content: {
      link,
      ...(caption ? { caption } : {}),
      ...(isVoice ? { voice: true } : {}),
      ...(type === 'document' ? { filename: cutText(media.fileName || 'arquivo', MAX.fileName) } : {}),
    },
  }
}

function contactOf(vcard: string, displayName: string) {
  const { name, organization, numbers } = readCard(vcard)
  const called = cutText(name || displayName || numbers[0]?.number || '-', MAX.formattedName)
  return {
    // Meta requires a second part of the name beside the formatted one.
    name: { formatted_name: called, first_name: called },
    ...(organization ? { org: { company: organization } } : {}),
    ...(numbers.length > 0 ? { phones: numbers.map(phoneOf) } : {}),
  }
}

/** A number of WhatsApp has its country code, which a printed one may lack. */
const phoneOf = ({ number, types, isWhatsapp }: ReturnType<typeof readCard>['numbers'][number]) => ({
  phone: isWhatsapp ? `+${number}` : number,
  ...(isWhatsapp ? { wa_id: number } : {}),
  type: (types[0] ?? 'cell').toUpperCase(),
})

function choicesParts(body: string, { style, button, items }: MessageChoices): CloudContent[] {
  if (items.length === 0) return textParts(body)
  if (items.length > MAX_ROWS)
    return textParts([body, ...items.map(({ title }, i) => `${i + 1} - ${title}`)].filter(Boolean).join('\n'))
  const isList = style === 'list' || items.length > MAX_BUTTONS
  const texts = splitText(body.trim() === '' ? button : body, isList ? MAX.listBody : MAX.buttonBody)
  const action = isList ? listOf(button, items) : buttonsOf(items)
  const text = texts.at(-1)!
  return [
    ...texts.slice(0, -1).map(textPart),
    { type: 'interactive', content: { type: isList ? 'list' : 'button', body: { text }, action } },
  ]
}

const buttonsOf = (items: MessageChoices['items']) => ({
  buttons: items.map(({ id, title }) => ({
    type: 'reply',
    reply: { id, title: cutText(title, MAX.buttonTitle).trimEnd() },
  })),
})

const listOf = (button: string, items: MessageChoices['items']) => ({
  button: cutText(button, MAX.listButton).trimEnd(),
  sections: [
    {
      rows: items.map(({ id, title, description }) => ({
        id,
        title: cutText(title, MAX.rowTitle).trimEnd(),
        ...(description ? { description: cutText(description, MAX.rowDescription) } : {}),
      })),
    },
  ],
})
