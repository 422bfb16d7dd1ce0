/**
 * The part of the Graph API that the product uses; README.md beside this file lists what is
 * covered.
 */

import { META_APP } from '../../local/simulator-accounts.ts'
import type { Call } from '../simulated-system.ts'
import { bytesOf, sendJson } from '../simulated-system.ts'
import { type Customer, type Message, type MetaPage, type MetaState, newMid, newToken, proofOf } from './meta-state.ts'
import { asEvent, type Webhooks } from './webhooks.ts'

const HOUR = 3_600_000
const WINDOW = 24 * HOUR
const PERSON_WINDOW = 7 * WINDOW

/** A refusal in the Graph API's words. */
class Refused extends Error {
  readonly status: number
  readonly code: number
  readonly subcode: number | undefined

  constructor(status: number, code: number, message: string, subcode?: number) {
    super(message)
    this.status = status
    this.code = code
    this.subcode = subcode
  }
}

export const refusal = (code: number, message: string, subcode?: number) => ({
  error: {
    message,
    type: code === 190 ? 'OAuthException' : 'GraphMethodException',
    code,
    ...(subcode ? { error_subcode: subcode } : {}),
    fbtrace_id: 'Asimulated',
  },
})

type GraphContext = { state: MetaState; webhooks: Webhooks; origin: string }

/** Answers a call; `path` is the part behind the version. */
export async function graph(call: Call, path: string, given: GraphContext): Promise<true> {
  try {
    return sendJson(call, 200, await answer(call, path, given))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return sendJson(call, error.status, refusal(error.code, error.message, error.subcode))
  }
}

async function answer(call: Call, path: string, given: GraphContext): Promise<unknown> {
  const { state } = given
  if (path === 'oauth/access_token') return exchange(call, state)
  const token = tokenOf(call)
  const [id = '', edge, ...rest] = path.split('/').map(decodeURIComponent)
  if (rest.length > 0) throw unknown()
  if (edge === 'accounts') return accounts(id, token, state)
  const metaPage = state.pages.find(each => each.token === token)
  if (!metaPage) throw new Refused(400, 190, 'Invalid OAuth access token.')
  if (edge === undefined) return profile(id, metaPage, given)
  if (edge === 'attachments') return attachments(id, metaPage, given)
  if (id !== metaPage.pageId && id !== 'me') throw unknown()
  if (edge === 'subscribed_apps') return subscription(call, metaPage, state)
  if (edge === 'messages' && call.method === 'POST') return send(call, metaPage, given)
  if (edge === 'conversations') return conversations(call, metaPage, given)
  throw unknown()
}

const unknown = () => new Refused(400, 100, 'Unsupported request: object or edge does not exist')

/**
 * Returns a call's token. Requires the proof that the caller knows the app's secret, as the app
 * does.
 */
function tokenOf({ request, url }: Call): string {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new Refused(400, 190, 'An access token is required to request this resource.')
  if (url.searchParams.get('appsecret_proof') !== proofOf(token))
    throw new Refused(400, 100, 'Invalid appsecret_proof provided in the API argument')
  return token
}

function exchange({ url }: Call, state: MetaState) {
  const of = (name: string) => url.searchParams.get(name)
  if (of('client_id') !== META_APP.id || of('client_secret') !== META_APP.secret)
    throw new Refused(400, 1, 'Error validating application.')
  const person = state.people.find(({ userToken }) => userToken === of('fb_exchange_token'))
  if (of('grant_type') !== 'fb_exchange_token' || !person) throw new Refused(400, 190, 'Invalid OAuth access token.')
  return { access_token: person.longToken, token_type: 'bearer', expires_in: 5_183_944 }
}

function accounts(id: string, token: string, state: MetaState) {
  const person = state.people.find(({ longToken }) => longToken === token)
  if (!person) throw new Refused(400, 190, 'Invalid OAuth access token.')
  if (id !== 'me' && id !== person.userId) throw new Refused(400, 100, 'Unsupported get request.', 33)
  const data = state.pages
    .filter(({ userId }) => userId === person.userId)
    .map(({ pageId, name, token: own, instagramId, username }) => ({
      id: pageId,
      name,
      access_token: own,
      ...(instagramId ? { instagram_business_account: { id: instagramId, username, name } } : {}),
    }))
  return { data, paging: { cursors: { before: 'a', after: 'z' } } }
}

function subscription({ method, url }: Call, metaPage: MetaPage, state: MetaState) {
  if (method === 'GET')
    return { data: metaPage.subscribed ? [{ id: META_APP.id, subscribed_fields: metaPage.subscribed }] : [] }
  if (method === 'POST') {
    const fields = (url.searchParams.get('subscribed_fields') ?? '').split(',').filter(Boolean)
    if (fields.length === 0) throw new Refused(400, 100, '(#100) The parameter subscribed_fields is required.')
    metaPage.subscribed = fields
  } else metaPage.subscribed = null
  state.save()
  return { success: true }
}

type Sending = {
  recipient?: { id?: string }
  messaging_type?: string
  tag?: string
  sender_action?: string
  message?: {
    text?: string
    metadata?: string
    attachment?: { type?: string; payload?: { url?: string } }
  }
}

async function send(call: Call, metaPage: MetaPage, given: GraphContext) {
  const { state, webhooks, origin } = given
  const body = JSON.parse((await bytesOf(call)).toString()) as Sending
  const customer = state.customers.find(
    ({ id, accountId }) =>
      id === body.recipient?.id && (accountId === metaPage.pageId || accountId === metaPage.instagramId),
  )
  if (!customer) throw new Refused(400, 100, '(#100) No matching user found', 2018001)
  if (body.sender_action) return act(customer, body.sender_action, state)
  const isInstagram = customer.accountId === metaPage.instagramId
  const { text, attachment, metadata } = body.message ?? {}
  if (Boolean(text) === Boolean(attachment))
    throw new Refused(400, 100, '(#100) Param message must have text or attachment')
  const size = isInstagram ? Buffer.byteLength(text ?? '') : (text ?? '').length
  if (size > (isInstagram ? 1000 : 2000))
    throw new Refused(400, 100, '(#100) Length of param message[text] must be less than allowed')
  requireWindow(state, customer, body, isInstagram)
  const file = attachment ? await fetched(attachment, state) : null
  const message: Message = {
    mid: newMid(isInstagram),
    accountId: customer.accountId,
    customerId: customer.id,
    fromCustomer: false,
    text: text ?? '',
    file,
    at: Date.now(),
    read: false,
    deleted: false,
    asPerson: body.tag === 'HUMAN_AGENT',
    byApp: true,
  }
  state.messages.push(message)
  state.save()
  const echo = asEvent(message, origin, {
    is_echo: true,
    ...(isInstagram ? {} : { app_id: Number(META_APP.id), ...(metadata ? { metadata } : {}) }),
  })
  webhooks.send(metaPage, customer.accountId, echo, 'message_echoes')
  if (!isInstagram)
    webhooks.send(
      metaPage,
      customer.accountId,
      {
        sender: { id: customer.id },
        recipient: { id: customer.accountId },
        timestamp: Date.now(),
        delivery: { mids: [message.mid], watermark: message.at },
      },
      'message_deliveries',
    )
  return { recipient_id: customer.id, message_id: message.mid }
}

function act(customer: Customer, action: string, state: MetaState) {
  if (action === 'mark_seen') customer.seenAt = Date.now()
  else if (action === 'typing_on' || action === 'typing_off') customer.typing = action === 'typing_on'
  else throw new Refused(400, 100, '(#100) Param sender_action must be one of {TYPING_ON, TYPING_OFF, MARK_SEEN}')
  state.save()
  return { recipient_id: customer.id }
}

function requireWindow(
  state: MetaState,
  customer: Customer,
  { messaging_type, tag }: Sending,
  isInstagram: boolean,
): void {
  const last = state.conversation(customer.accountId, customer.id).findLast(({ fromCustomer }) => fromCustomer)
  const age = last ? Date.now() - last.at : Number.POSITIVE_INFINITY
  const asPerson = messaging_type === 'MESSAGE_TAG' && tag === 'HUMAN_AGENT'
  if (!asPerson && messaging_type !== 'RESPONSE') throw new Refused(400, 100, '(#100) Param messaging_type is required')
  if (age >= (asPerson ? PERSON_WINDOW : WINDOW))
    throw new Refused(400, 10, '(#10) This message is sent outside of allowed window.', isInstagram ? 2534022 : 2018278)
}

const TYPES = ['image', 'audio', 'video', 'file'] as const

/** Fetches the attachment, as Meta does before its answer. */
async function fetched(
  { type, payload }: NonNullable<NonNullable<Sending['message']>['attachment']>,
  state: MetaState,
): Promise<Message['file']> {
  const kind = TYPES.find(each => each === type)
  if (!kind || !payload?.url) throw new Refused(400, 100, '(#100) Param message[attachment][type] is invalid')
  const found = await fetch(payload.url).catch(() => undefined)
  if (!found?.ok) throw new Refused(400, 100, '(#100) Failed to fetch the file from the url.', 2018008)
  const id = newToken('M')
  state.files.set(id, {
    bytes: Buffer.from(await found.arrayBuffer()),
    mimetype: found.headers.get('content-type') ?? 'application/octet-stream',
  })
  return { id, type: kind }
}

/** Returns a profile with the names of fields of Messenger's or Instagram's API. */
function profile(id: string, metaPage: MetaPage, { state, origin }: GraphContext) {
  const customer = state.customers.find(
    each => each.id === id && (each.accountId === metaPage.pageId || each.accountId === metaPage.instagramId),
  )
  if (!customer) throw new Refused(400, 100, 'Unsupported get request.', 33)
  const profile_pic = `${origin}/simulated/meta/pictures/${customer.id}.png`
  if (customer.accountId === metaPage.instagramId)
    return { id, name: customer.name, username: customer.name.toLowerCase().replace(/[^a-z0-9]+/g, '.'), profile_pic }
  const [first_name, ...others] = customer.name.split(' ')
  return { id, first_name, last_name: others.join(' '), profile_pic }
}

function attachments(mid: string, metaPage: MetaPage, { state, origin }: GraphContext) {
  const message = state.messages.find(
    each => each.mid === mid && (each.accountId === metaPage.pageId || each.accountId === metaPage.instagramId),
  )
  if (!message) throw new Refused(400, 100, 'Unsupported get request.', 33)
  return {
    data: message.file ? [{ id: message.file.id, file_url: `${origin}/simulated/meta/media/${message.file.id}` }] : [],
  }
}

function conversations({ url }: Call, metaPage: MetaPage, { state }: GraphContext) {
  const customerId = url.searchParams.get('user_id') ?? ''
  const accountId = url.searchParams.get('platform') === 'instagram' ? metaPage.instagramId : metaPage.pageId
  if (!accountId) throw new Refused(400, 100, '(#100) The page has no Instagram account.')
  const messages = state.conversation(accountId, customerId).toReversed().slice(0, 20)
  return {
    data: [
      {
        id: `t_${customerId}`,
        messages: {
          data: messages.map(({ mid, at, fromCustomer, text, file }) => ({
            id: mid,
            created_time: new Date(at).toISOString().replace(/\.\d+Z$/, '+0000'),
            from: { id: fromCustomer ? customerId : accountId },
            message: text,
            ...(file ? { attachments: { data: [{ id: file.id }] } } : {}),
          })),
        },
      },
    ],
  }
}
