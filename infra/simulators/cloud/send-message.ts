import type { Call } from '../simulated-system.ts'
import { requireProduct } from './catalogues.ts'
import { checkContent, type MediaRef } from './check-message.ts'
import type { CloudContext } from './cloud-context.ts'
import { type BusinessNumber, type CloudState, newMessage, type Person, type Rendered } from './cloud-state.ts'
import { answerReferral, isWindowOpen, recentMarketing } from './customer-window.ts'
import { deliver, type Refusal } from './deliver-message.ts'
import { CloudError, comesLater, titleOf } from './errors.ts'
import { type Fault, faultError, isOf } from './faults.ts'
import { refusalOf, requireMedia } from './media.ts'
import { type Fields, fieldsOf, jsonBody, textOf } from './read-param.ts'
import { renderTemplate } from './render-template.ts'
import { namedAs } from './statuses.ts'
import type { Template } from './template-types.ts'

/** Answer to a call, and whether it is lost on the way. */
export type Answer = { body: unknown; lost?: Extract<Fault, { kind: 'timeout-after-accept' }> }

const KEYS = ['messaging_product', 'recipient_type', 'to', 'recipient', 'type', 'context', 'biz_opaque_callback_data']
const TYPING_MS = 25_000

/** Returns the next fault of the number's messages, of those that meet each n-th one. */
function faultOf({ faults }: CloudContext, { id }: BusinessNumber, meets: (fault: Fault) => boolean) {
  return faults.next(fault => {
    if (!isOf(fault, id) || !meets(fault)) return false
    if (!('every' in fault) || fault.every === 1) return true
    const count = (seen.get(fault) ?? 0) + 1
    seen.set(fault, count)
    return count % fault.every === 0
  })
}
const seen = new WeakMap<Fault, number>()

/** Takes a message of the business, or its mark that it read one. */
export async function takeMessage(call: Call, number: BusinessNumber, context: CloudContext): Promise<Answer> {
  const body = await jsonBody(call)
  if (body.messaging_product !== 'whatsapp') throw new CloudError(100, 'The parameter messaging_product is required.')
  if (body.status !== undefined) return { body: markRead(body, number, context) }
  const fault = faultOf(context, number, each => each.kind === 'rate' || (each.kind === 'fail' && each.call === 'send'))
  const later = fault ? refuse(fault) : undefined
  await context.clock.refresh()
  const message = check(body, number, context)
  const answer = accept(message, number, context, later)
  const lost = faultOf(context, number, ({ kind }) => kind === 'timeout-after-accept')
  return { body: answer, ...(lost?.kind === 'timeout-after-accept' ? { lost } : {}) }
}

/** Throws a fault's error, or returns the code that comes by a failed status. */
function refuse(fault: Fault): number | undefined {
  if (fault.kind === 'rate') throw new CloudError(fault.code)
  if (fault.kind !== 'fail') return undefined
  const { code, by, status } = fault
  if (code === undefined) throw faultError(fault)
  if (by ? by === 'status' : status === undefined && comesLater(code)) return code
  throw faultError(fault)
}

function markRead(body: Fields, number: BusinessNumber, { state }: CloudContext) {
  if (body.status !== 'read') throw new CloudError(131009, 'status must be read')
  const message = state.messages.get(textOf(body.message_id, 'message_id', 200))
  if (!message?.fromCustomer || message.numberId !== number.id)
    throw new CloudError(131009, 'message_id is not a message of a customer')
  for (const each of state.conversation(number.id, message.waId)) {
    if (each.fromCustomer && each.status === 'received') {
      each.status = 'read'
      state.save('message', each)
    }
    if (each === message) break
  }
  const person = state.person(number.id, message.waId)
  if (person && body.typing_indicator !== undefined) {
    if (fieldsOf(body.typing_indicator, 'typing_indicator').type !== 'text')
      throw new CloudError(131009, 'typing_indicator must be of type text')
    person.typingUntil = Date.now() + TYPING_MS
  }
  return { success: true }
}

type Checked = {
  input: string
  person: Person
  type: string
  content: Fields
  quotedId: string | null
  callbackData: string | null
  media: MediaRef[]
  template: Template | undefined
  rendered: Rendered | null
}

/** Checks a message. Throws what Meta answers at once. */
function check(body: Fields, number: BusinessNumber, context: CloudContext): Checked {
  const { state, pace } = context
  const account = state.accounts.get(number.accountId)
  if (account?.ban) throw new CloudError(account.ban === 'locked' ? 131031 : 368)
  if (!pace.takeThroughput(number)) throw new CloudError(130429, 'Cloud API message throughput has been reached.')
  const type = typeof body.type === 'string' ? body.type : 'text'
  fieldsOf(body, 'body', [...KEYS, type])
  if (body.recipient_type !== undefined && body.recipient_type !== 'individual')
    throw new CloudError(131009, 'recipient_type must be individual')
  const { input, find } = recipientIn(body, number, state)
  const callback = body.biz_opaque_callback_data
  if (callback !== undefined) textOf(callback, 'biz_opaque_callback_data', 512)
  const quoted = body.context === undefined ? undefined : fieldsOf(body.context, 'context', ['message_id']).message_id
  const content = body[type]
  const { template, rendered, media } = checkTyped(type, content, number, state)
  for (const ref of media) {
    if (ref.id === undefined) continue
    const { mimetype, size } = requireMedia(state, number.accountId, ref)
    const refusal = refusalOf(ref.kind, mimetype, size)
    if (refusal) throw new CloudError(131053, refusal)
  }
  const person = find()
  if (!pace.takePair(number, person.waId))
    throw new CloudError(
      131056,
      'Message failed to send because there were too many messages sent from this phone number to the same phone number in a short period of time.',
    )
  return {
    input,
    person,
    type,
    content: Array.isArray(content) ? { contacts: content } : (content as Fields),
    quotedId: typeof quoted === 'string' ? quoted : null,
    callbackData: typeof callback === 'string' ? callback : null,
    media,
    template,
    rendered,
  }
}

/**
 * Returns the person of a call, by their number, which counts first, or by their business-scoped
 * id, and how to find them once the message is checked.
 */
function recipientIn({ to, recipient }: Fields, number: BusinessNumber, state: CloudState) {
  if (to === undefined && recipient !== undefined) {
    const input = textOf(recipient, 'recipient', 140)
    const known = state.people(number.id).find(({ userId }) => userId === input)
    if (!known) throw new CloudError(131009, 'recipient is not a person of this business')
    return { input, find: () => known }
  }
  const input = textOf(to, 'to', 30)
  const digits = input.replace(/\D/g, '')
  if (!/^\d{8,15}$/.test(digits)) throw new CloudError(131009, 'to is not a phone number')
  if (digits === number.phone) throw new CloudError(131021)
  return { input, find: () => personOf(state, number, digits) }
}

function checkTyped(type: string, content: unknown, number: BusinessNumber, state: CloudState) {
  if (type !== 'template') {
    const media = checkContent(type, content)
    if (type === 'interactive') requireProduct(content, number, state)
    return { media, template: undefined, rendered: null }
  }
  const { name, language, components } = fieldsOf(content, 'template', ['name', 'language', 'components', 'namespace'])
  const code = textOf(fieldsOf(language, "template['language']").code, "template['language']['code']", 15)
  const known = textOf(name, "template['name']", 512)
  const template = [...state.templates.values()].find(
    each =>
      each.accountId === number.accountId && each.name === known && each.language === code && each.deletedAt === null,
  )
  if (template?.status === 'PAUSED') throw new CloudError(132015)
  if (template?.status === 'DISABLED') throw new CloudError(132016)
  if (template?.status !== 'APPROVED')
    throw new CloudError(132001, `template name (${known}) does not exist in ${code}`)
  return { ...renderTemplate(template, components), template }
}

/**
 * Returns the person of a number; a Brazilian number is also known with or without its ninth digit.
 */
function personOf(state: CloudState, number: BusinessNumber, digits: string): Person {
  const [, ddd, rest] = /^55(\d{2})(\d{8,9})$/.exec(digits) ?? []
  const twin = rest && (rest.length === 8 ? `55${ddd}9${rest}` : rest.startsWith('9') ? `55${ddd}${rest.slice(1)}` : '')
  return (
    state.person(number.id, digits) ??
    (twin ? state.person(number.id, twin) : undefined) ??
    newPerson(state, number, digits)
  )
}

export function newPerson(state: CloudState, number: BusinessNumber, waId: string, name = waId): Person {
  const person: Person = {
    ...{ numberId: number.id, waId, name, wroteAt: 0, referredAt: null, freeUntil: 0, typingUntil: 0 },
    marketingAt: [],
  }
  state.savePerson(person)
  return person
}

/** Keeps a message, and tells what becomes of it. */
function accept(checked: Checked, number: BusinessNumber, context: CloudContext, laterCode: number | undefined) {
  const { state, clock } = context
  const { person, template } = checked
  const now = clock.now()
  const isOpen = isWindowOpen(person, now)
  const refusal =
    laterCode !== undefined
      ? { code: laterCode, details: titleOf(laterCode) }
      : lateRefusal(checked, number, isOpen, context)
  if (!refusal) answerReferral(person, now)
  const isFree = now < person.freeUntil
  const category = template?.category.toLowerCase() ?? 'service'
  const message = newMessage({
    numberId: number.id,
    waId: person.waId,
    fromCustomer: false,
    type: checked.type,
    content: checked.content,
    quotedId: checked.quotedId,
    callbackData: checked.callbackData,
    rendered: checked.rendered,
    category: isFree ? 'referral_conversion' : category,
    charge: isFree
      ? 'free_entry_point'
      : !template || (category === 'utility' && isOpen)
        ? 'free_customer_service'
        : 'regular',
    freeUntil: isFree ? person.freeUntil - (now - Date.now()) : 0,
  })
  if (!refusal && category === 'marketing') person.marketingAt.push(now)
  person.typingUntil = 0
  state.savePerson(person)
  state.add(message)
  setImmediate(() => void deliver(message, checked.media, number, context, refusal))
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input: checked.input, ...namedAs(person, 'wa_id', 'user_id') }],
    messages: [{ id: message.id, ...(template ? { message_status: 'accepted' } : {}) }],
  }
}

/** Returns why a message that Meta accepts fails later. */
function lateRefusal(
  { person, template }: Checked,
  number: BusinessNumber,
  isOpen: boolean,
  { pace, clock }: CloudContext,
): Refusal | undefined {
  if (person.waId.endsWith('0000'))
    return { code: 131026, details: 'Message undeliverable: the number has no WhatsApp' }
  if (!template)
    return isOpen
      ? undefined
      : {
          code: 131047,
          details:
            'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
        }
  const most = number.limits.marketingPerPerson
  if (template.category === 'MARKETING' && most !== null && recentMarketing(person, clock.now()) >= most)
    return { code: 131049, details: titleOf(131049) }
  if (!isOpen && !pace.takeDaily(number, person, clock.now()))
    return {
      code: 131048,
      details:
        'Message failed to send because the limit of people a day to whom this number may write first is reached.',
    }
  return undefined
}
