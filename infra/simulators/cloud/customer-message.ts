import { z } from 'zod'
import { SimulatorError } from '../simulated-system.ts'
import { MEDIA_KINDS, type MediaKind } from './check-message.ts'
import type { CloudContext } from './cloud-context.ts'
import { type BusinessNumber, type CloudMessage, newMessage } from './cloud-state.ts'
import { choicesOf } from './describe-message.ts'
import { keepMedia } from './media.ts'
import { digits } from './numbers.ts'
import { newPerson } from './send-message.ts'
import { metadataOf, namedAs } from './statuses.ts'

const anything = z.record(z.string(), z.unknown())

const TYPES = [
  'text',
  ...MEDIA_KINDS,
  'location',
  'contacts',
  'reaction',
  'button',
  'interactive',
  'order',
  'unsupported',
  'edit',
  'revoke',
] as const

/**
 * A message of a customer; fields beyond those of decision 0043's list
 * are for shapes it does not name.
 */
export const Written = z.object({
  from: digits,
  name: z.string().trim().min(1).max(100).optional(),
  /** Business-scoped id of the person, from now on told beside the number, or in its place. */
  userId: z
    .string()
    .regex(/^[A-Z]{2}\.[A-Z0-9.]{1,60}$/)
    .optional(),
  hidesNumber: z.boolean().optional(),
  type: z.enum(TYPES).optional(),
  text: z.string().max(65_536).optional(),
  mediaBase64: z.base64().optional(),
  mimetype: z.string().max(100).optional(),
  fileName: z.string().max(240).optional(),
  buttonId: z.string().max(256).optional(),
  rowId: z.string().max(256).optional(),
  quotedId: z.string().max(200).optional(),
  /** Emoji for the message `quotedId`; the empty text takes it back. */
  reaction: z.string().max(30).optional(),
  /** Ad that brought the person; true for one of the simulator's. */
  referral: z.union([z.literal(true), anything]).optional(),
  location: anything.optional(),
  contacts: z.array(anything).max(20).optional(),
  order: anything.optional(),
  /** Answer to a form (Flow). */
  flow: anything.optional(),
  /** Product of a catalogue that the person asks about. */
  product: z.object({ catalogId: z.string(), productId: z.string() }).optional(),
  forwarded: z.enum(['once', 'often']).optional(),
  /** The audio is a file, not a voice note. */
  isFile: z.boolean().optional(),
  /** Age of the message, which Meta then delivers late. */
  secondsAgo: z
    .number()
    .int()
    .min(0)
    .max(30 * 86_400)
    .default(0),
})
type Written = z.infer<typeof Written>

const AD = {
  source_url: 'https://fb.me/3cr4Wqqkv',
  source_type: 'ad',
  source_id: '120226305854810726',
  headline: 'Frete grátis nesta semana',
  body: 'Chame no WhatsApp e peça o seu',
  media_type: 'image',
  image_url: 'https://scontent.example/ad.jpg',
  ctwa_clid:
    'Aff-n8ZTODiE79d22KtAwQKj9e_mIEOOj27vDVwFjN80dp4_0NiNhEgpGo0AHemvuSoifXaytfTzcchptiErTKCqTrJ5nW1h7IHYeYymGb5K5J5iTROpBhWAGaIAeUzHL50',
}

/** Returns the kind of a message whose type is not given. */
const typeOf = (given: Written): (typeof TYPES)[number] => {
  if (given.type) return given.type
  if (given.reaction !== undefined) return 'reaction'
  if (given.location) return 'location'
  if (given.contacts) return 'contacts'
  if (given.order) return 'order'
  if (given.flow) return 'interactive'
  if (!given.mediaBase64) return 'text'
  const kind = given.mimetype?.split('/')[0]
  return given.mimetype === 'image/webp' ? 'sticker' : (MEDIA_KINDS.find(each => each === kind) ?? 'document')
}

/** A customer writes, presses a button, chooses a row, reacts, edits or deletes. */
export function write(number: BusinessNumber, given: Written, context: CloudContext): { id: string } {
  const { state, webhooks, clock } = context
  const person = state.person(number.id, given.from) ?? newPerson(state, number, given.from, given.name ?? given.from)
  if (given.name) person.name = given.name
  if (given.userId) person.userId = given.userId
  if (given.hidesNumber !== undefined) person.hidesNumber = given.hidesNumber
  const sentAt = Date.now() - given.secondsAgo * 1000
  const referral = given.referral ? { ...AD, ...(given.referral === true ? {} : given.referral) } : null
  const choice = given.buttonId !== undefined || given.rowId !== undefined ? choose(number, given, context) : undefined
  const type = choice?.type ?? typeOf(given)
  const content: Record<string, unknown> = choice?.content ?? contentOf(number, type, given, context)
  const quotedId = choice?.quotedId ?? given.quotedId ?? null
  person.wroteAt = Math.max(person.wroteAt, clock.now() - given.secondsAgo * 1000)
  if (referral) person.referredAt = clock.now() - given.secondsAgo * 1000
  state.savePerson(person)
  const message = newMessage({
    ...{ numberId: number.id, waId: given.from, fromCustomer: true, type, content, quotedId },
    at: sentAt,
    referral,
  })
  apply(message, given, context)
  state.add(message)
  const target = type === 'reaction' || type === 'edit' || type === 'revoke' ? null : quotedId
  webhooks.send(number.accountId, number.id, 'messages', {
    ...metadataOf(number),
    contacts: [{ profile: { name: person.name }, ...namedAs(person, 'wa_id', 'user_id') }],
    messages: [
      {
        ...contextOf(number, given, target, context),
        ...namedAs(person, 'from', 'from_user_id'),
        id: message.id,
        timestamp: String(Math.floor(sentAt / 1000)),
        type,
        ...(type === 'contacts' ? { contacts: content.contacts } : { [type]: content }),
        ...(type === 'unsupported' ? { errors: [UNSUPPORTED] } : {}),
        ...(referral ? { referral } : {}),
      },
    ],
  })
  return { id: message.id }
}

const UNSUPPORTED = {
  code: 131051,
  title: 'Message type unknown',
  message: 'Message type unknown',
  error_data: { details: 'Message type is currently not supported.' },
}

function contextOf(number: BusinessNumber, given: Written, quotedId: string | null, { state }: CloudContext) {
  const quoted = quotedId === null ? undefined : state.messages.get(quotedId)
  const context = {
    ...(quotedId === null ? {} : { from: quoted?.fromCustomer ? given.from : number.phone, id: quotedId }),
    ...(given.forwarded ? { [given.forwarded === 'often' ? 'frequently_forwarded' : 'forwarded']: true } : {}),
    ...(given.product
      ? {
          from: number.phone,
          referred_product: { catalog_id: given.product.catalogId, product_retailer_id: given.product.productId },
        }
      : {}),
  }
  return Object.keys(context).length > 0 ? { context } : {}
}

function contentOf(
  number: BusinessNumber,
  type: (typeof TYPES)[number],
  given: Written,
  { state }: CloudContext,
): Record<string, unknown> {
  const { text, quotedId } = given
  const required = <T>(value: T | undefined): T => {
    if (value === undefined) throw new SimulatorError(400, 'ERR_SIM_INVALID')
    return value
  }
  switch (type) {
    case 'text':
      return { body: required(text) }
    case 'reaction':
      return { message_id: required(quotedId), ...(given.reaction ? { emoji: given.reaction } : {}) }
    case 'location':
      return required(given.location)
    case 'contacts':
      return { contacts: required(given.contacts) }
    case 'order':
      return required(given.order)
    case 'unsupported':
      return { type: text ?? 'poll_creation' }
    case 'edit':
      return { original_message_id: required(quotedId), message: { type: 'text', text: { body: required(text) } } }
    case 'revoke':
      return { original_message_id: required(quotedId) }
    case 'button':
      return { payload: required(text), text: required(text) }
    case 'interactive':
      return {
        type: 'nfm_reply',
        nfm_reply: { name: 'flow', body: text ?? 'Sent', response_json: JSON.stringify(required(given.flow)) },
      }
    default:
      return mediaContent(number, type, given, state)
  }
}

function mediaContent(number: BusinessNumber, type: MediaKind, given: Written, state: CloudContext['state']) {
  const { mediaBase64, mimetype = DEFAULT_TYPES[type], fileName, text } = given
  if (!mediaBase64) throw new SimulatorError(400, 'ERR_SIM_INVALID')
  const kept = {
    accountId: number.accountId,
    numberId: number.id,
    mimetype,
    fileName: fileName ?? null,
    fromCustomer: true,
  }
  const { id, sha256 } = keepMedia(state, kept, Buffer.from(mediaBase64, 'base64'))
  return {
    ...(text && type !== 'audio' && type !== 'sticker' ? { caption: text } : {}),
    ...(type === 'document' ? { filename: fileName ?? 'arquivo' } : {}),
    mime_type: mimetype,
    sha256: Buffer.from(sha256, 'hex').toString('base64'),
    id,
    ...(type === 'audio' ? { voice: given.isFile !== true } : {}),
    ...(type === 'sticker' ? { animated: false } : {}),
  }
}

const DEFAULT_TYPES: Readonly<Record<MediaKind, string>> = {
  image: 'image/png',
  audio: 'audio/ogg; codecs=opus',
  video: 'video/mp4',
  document: 'application/pdf',
  sticker: 'image/webp',
}

/** Presses a button or chooses a row of a message that the person has. Throws ERR_SIM_NO_CHOICE. */
function choose(number: BusinessNumber, { from, buttonId, rowId, quotedId }: Written, { state }: CloudContext) {
  const wanted = buttonId ?? rowId
  for (const message of state.conversation(number.id, from).toReversed()) {
    if (message.fromCustomer || (quotedId !== undefined && message.id !== quotedId)) continue
    const found = choicesOf(message).find(
      each => (each.id === wanted || each.title === wanted) && (each.kind === 'row') === (rowId !== undefined),
    )
    if (!found) continue
    const { id, title, description } = found
    if (found.kind === 'quick_reply')
      return { type: 'button' as const, content: { payload: id, text: title }, quotedId: message.id }
    const reply = { id, title, ...(description ? { description } : {}) }
    const content =
      found.kind === 'row' ? { type: 'list_reply', list_reply: reply } : { type: 'button_reply', button_reply: reply }
    return { type: 'interactive' as const, content, quotedId: message.id }
  }
  throw new SimulatorError(404, 'ERR_SIM_NO_CHOICE')
}

/** Does to another message what a reaction, an edit or a deletion does. */
function apply({ type }: CloudMessage, { quotedId, reaction, text }: Written, { state }: CloudContext): void {
  if (type !== 'reaction' && type !== 'edit' && type !== 'revoke') return
  const target = state.messages.get(quotedId ?? '')
  if (!target) throw new SimulatorError(404, 'ERR_SIM_NO_MESSAGE')
  if (type === 'reaction') target.reactions = { ...target.reactions, customer: reaction ?? '' }
  if (type === 'revoke') target.deleted = true
  if (type === 'edit') {
    target.edited = true
    target.content = target.type === 'text' ? { body: text } : { ...target.content, caption: text }
  }
  state.save('message', target)
}
