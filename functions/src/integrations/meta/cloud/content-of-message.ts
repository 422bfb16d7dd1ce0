/** Contents of a cloud number's messages by kind (Cloud API, webhooks of `messages`). */
import type { MediaKind } from '@balcao/shared/entities/media-kind.ts'
import type { CatalogueOrder } from '@balcao/shared/entities/structured.ts'
import type { InboundMessage, StoredMedia } from '@balcao/shared/events/queues.ts'
import { cloudSource } from '@balcao/shared/rules/cloud-media.ts'
import { z } from 'zod'
import { ContactCard, vcardOf } from './vcard-of.ts'

export type Content = Pick<InboundMessage, 'kind' | 'body' | 'media' | 'location' | 'vcards' | 'structured' | 'choice'>

const Text = z.string().nullish().catch(undefined)
const Id = z.string().regex(/^\d{1,40}$/)

const Medium = z.object({ id: Id, mime_type: Text, caption: Text, filename: Text, voice: z.boolean().nullish() })
const Place = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  name: Text,
  address: Text,
})
const Chosen = z.object({ id: z.string().nullish(), title: z.string() })
const Interactive = z.object({
  button_reply: Chosen.nullish(),
  list_reply: Chosen.nullish(),
  nfm_reply: z.object({ name: Text, body: Text, response_json: Text }).nullish(),
})
const Order = z.object({
  catalog_id: Text,
  text: Text,
  product_items: z
    .array(
      z.object({
        product_retailer_id: Text,
        quantity: z.coerce.number().min(0).max(1e9),
        item_price: z.coerce.number().min(0).max(1e12).catch(0),
        currency: Text,
      }),
    )
    .min(1)
    .max(500),
})

/** Kinds of media, with the type of a file that Meta does not name. */
const MEDIA: Record<string, { kind: MediaKind; mimetype: string }> = {
  image: { kind: 'image', mimetype: 'image/jpeg' },
  audio: { kind: 'audio', mimetype: 'audio/ogg' },
  voice: { kind: 'audio', mimetype: 'audio/ogg' },
  video: { kind: 'video', mimetype: 'video/mp4' },
  document: { kind: 'application', mimetype: 'application/octet-stream' },
  sticker: { kind: 'sticker', mimetype: 'image/webp' },
}

const UNSUPPORTED: Content = { kind: 'unsupported', body: '' }

/**
 * Returns what a message of this type contains; `unsupported`, which people are told, for a type
 * that is not known or not as documented.
 * @param wamid Meta's id of the message, which stands for the id of an order
 */
export function contentOfMessage(type: string, given: unknown, wamid: string): Content {
  const part = typeof given === 'object' && given !== null ? (given as Record<string, unknown>)[type] : undefined
  if (Object.hasOwn(MEDIA, type)) return mediumOf(MEDIA[type]!, part, type === 'voice')
  switch (type) {
    case 'text': {
      const known = z.object({ body: z.string() }).safeParse(part)
      return known.success ? { kind: 'text', body: known.data.body } : UNSUPPORTED
    }
    case 'location': {
      const known = Place.safeParse(part)
      if (!known.success) return UNSUPPORTED
      const { latitude, longitude, name, address } = known.data
      const location = { latitude, longitude, ...(name ? { name } : {}), ...(address ? { address } : {}) }
      return { kind: 'location', body: '', location }
    }
    case 'contacts': {
      const known = z.array(ContactCard).min(1).max(300).safeParse(part)
      if (!known.success) return UNSUPPORTED
      const cards = known.data.map(vcardOf)
      return {
        kind: 'contacts',
        body: cards.map(({ name }) => name).join(', '),
        vcards: cards.map(({ vcard }) => vcard),
      }
    }
    case 'button': {
      // The quick reply of a template: its payload was set by whoever sent it.
      const known = z.object({ text: z.string(), payload: z.string().nullish() }).safeParse(part)
      if (!known.success) return UNSUPPORTED
      const { text, payload } = known.data
      return { kind: 'text', body: text, ...(payload ? { choice: payload } : {}) }
    }
    case 'interactive':
      return chosenIn(part)
    case 'order':
      return orderOf(part, wamid)
    default:
      return UNSUPPORTED
  }
}

function mediumOf(as: { kind: MediaKind; mimetype: string }, part: unknown, isVoice: boolean): Content {
  const known = Medium.safeParse(part)
  if (!known.success) return UNSUPPORTED
  const { id, mime_type, caption, filename, voice } = known.data
  const media: StoredMedia = {
    kind: as.kind,
    mimetype: mime_type || as.mimetype,
    ...(filename ? { fileName: filename } : {}),
    ...(as.kind === 'audio' && (voice || isVoice) ? { ptt: true } : {}),
    source: cloudSource(id),
  }
  return { kind: 'media', body: caption ?? '', media }
}

function chosenIn(part: unknown): Content {
  const known = Interactive.safeParse(part)
  if (!known.success) return UNSUPPORTED
  const { button_reply, list_reply, nfm_reply: form } = known.data
  const chosen = button_reply ?? list_reply
  if (chosen) return { kind: 'text', body: chosen.title, ...(chosen.id ? { choice: chosen.id } : {}) }
  if (!form) return UNSUPPORTED
  const body = [form.body ?? '', ...answersIn(form.response_json ?? '')].filter(Boolean).join('\n')
  return { kind: 'text', body: body || (form.name ?? ''), structured: { kind: 'interactive' } }
}

const MAX_ANSWERS = 60

/** Returns a line for each answer in a form; the token of the form itself is nobody's answer. */
function answersIn(json: string): string[] {
  if (json.length > 65_536) return []
  try {
    const given: unknown = JSON.parse(json)
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return []
    return Object.entries(given)
      .filter(([name]) => name !== 'flow_token')
      .slice(0, MAX_ANSWERS)
      .flatMap(([name, value]) => {
        const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
        return text && value !== null ? [`${name}: ${text}`] : []
      })
  } catch {
    return []
  }
}

function orderOf(part: unknown, wamid: string): Content {
  const known = Order.safeParse(part)
  if (!known.success) return UNSUPPORTED
  const { text, product_items: items } = known.data
  const given = items[0]?.currency ?? ''
  const currency = /^[A-Z]{3}$/.test(given) ? given : 'BRL'
  const money = (amount: number) =>
    new Intl.NumberFormat('pt-BR', { style: 'currency', currency }).format(amount).replaceAll('\u00a0', ' ')
  const itemCount = Math.floor(items.reduce((sum, { quantity }) => sum + quantity, 0))
  const total = Math.round(items.reduce((sum, { quantity, item_price }) => sum + quantity * item_price, 0) * 100) / 100
  const lines = items.map(
    ({ product_retailer_id, quantity, item_price }) =>
      `- ${quantity}× ${product_retailer_id ?? ''}${item_price > 0 ? ` (${money(item_price)})` : ''}`,
  )
  const sum = [`🛒 ${itemCount}`, ...(total > 0 ? [money(total)] : [])].join(' · ')
  const order: CatalogueOrder = {
    orderId: wamid,
    title: '',
    itemCount,
    total: total > 0 ? total : null,
    currency,
    message: text ?? '',
  }
  return {
    kind: 'text',
    body: [sum, ...lines, text ?? ''].filter(Boolean).join('\n'),
    structured: { kind: 'order', order },
  }
}
