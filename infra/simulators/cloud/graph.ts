/** The Graph API of WhatsApp Business Accounts, their numbers, templates and media. */

import { META_APP } from '../../local/simulator-accounts.ts'
import { newNumber, proofOf } from '../meta/meta-state.ts'
import { bytesOf, type Call } from '../simulated-system.ts'
import { cataloguesNode, commerceNode, setCommerce } from './catalogues.ts'
import { UPLOADS } from './check-template.ts'
import type { CloudContext } from './cloud-context.ts'
import type { Account, BusinessNumber, CloudState, Token } from './cloud-state.ts'
import { CloudError } from './errors.ts'
import { type Fault, faultError } from './faults.ts'
import { keepMedia, mediaNode, uploadMedia } from './media.ts'
import { numberNode } from './numbers.ts'
import { jsonBody, optionalTextOf, textOf } from './read-param.ts'
import { type Answer, takeMessage } from './send-message.ts'
import { createTemplate, deleteTemplates, editTemplate, listTemplates, pick, templateNode } from './templates.ts'

const bearerOf = ({ request, url }: Call): string =>
  /^(?:Bearer|OAuth) (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? url.searchParams.get('access_token') ?? ''

/**
 * Returns true for a call to one of our objects, or with one of our tokens: others are Facebook's.
 */
export function isOurs(call: Call, path: string, { accounts, numbers, templates, media, tokens }: CloudState): boolean {
  const id = decodeURIComponent(path.split('/')[0] ?? '')
  return (
    accounts.has(id) ||
    numbers.has(id) ||
    templates.has(id) ||
    media.has(id) ||
    id.startsWith('upload:') ||
    path === UPLOADS ||
    tokens.has(bearerOf(call))
  )
}

/** Answers a call; `path` is the part behind the version. */
export async function answer(call: Call, path: string, context: CloudContext): Promise<Answer> {
  const { state, faults } = context
  const token = tokenOf(call, state)
  const fault = faults.next(each => {
    if (!concerns(each, path, state)) return false
    return each.kind === 'fail' ? each.call !== 'send' && path.includes(each.call) : each.kind === 'revoke-token'
  })
  if (fault?.kind === 'revoke-token') throw new CloudError(190)
  if (fault?.kind === 'fail') throw faultError(fault)
  const [id = '', edge, ...rest] = path.split('/').map(decodeURIComponent)
  if (rest.length > 0) throw unknown(id)
  const found = state.numbers.get(id)
  const number = found?.removed ? undefined : found
  if (number) {
    requireAccess(token, number.accountId, id)
    if (edge === 'messages' && call.method === 'POST') return takeMessage(call, number, context)
    return { body: await ofNumber(call, edge, number, context) }
  }
  const account = state.accounts.get(id)
  if (account) {
    requireAccess(token, account.id, id)
    return { body: await ofAccount(call, edge, account, context) }
  }
  if (path === UPLOADS || id.startsWith('upload:')) return { body: await upload(call, path, id, token, context) }
  return { body: await ofOther(call, id, edge, token, context) }
}

/**
 * Returns true for a fault of the number, or of the account of the number, that a path is about.
 */
function concerns({ phoneNumberId }: Fault, path: string, { numbers }: CloudState): boolean {
  if (phoneNumberId === undefined) return true
  const id = path.split('/')[0]
  return id === phoneNumberId || id === numbers.get(phoneNumberId)?.accountId
}

const unknown = (id: string) =>
  new CloudError(
    100,
    `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    { subcode: 33 },
  )

function tokenOf(call: Call, state: CloudState): Token {
  const given = bearerOf(call)
  const token = state.tokens.get(given)
  if (!given) throw new CloudError(190, 'An access token is required to request this resource.')
  if (!token || token.revoked) throw new CloudError(190)
  const proof = call.url.searchParams.get('appsecret_proof')
  if (proof !== null && proof !== proofOf(given))
    throw new CloudError(100, 'Invalid appsecret_proof provided in the API argument')
  return token
}

function requireAccess({ accountIds }: Token, accountId: string, id: string): void {
  if (!accountIds.includes(accountId)) throw unknown(id)
}

async function ofNumber(call: Call, edge: string | undefined, number: BusinessNumber, context: CloudContext) {
  const { state } = context
  const fields = call.url.searchParams.get('fields')
  switch (`${call.method} ${edge ?? ''}`) {
    case 'GET ':
      return pick(numberNode(number), fields)
    case 'POST media':
      return uploadMedia(call, state, number)
    case 'GET whatsapp_business_profile':
      return { data: [{ about: number.name, vertical: 'RETAIL', messaging_product: 'whatsapp' }] }
    case 'GET whatsapp_commerce_settings':
      return commerceNode(number)
    case 'POST whatsapp_commerce_settings':
      return setCommerce(call.url.searchParams, number, state)
    case 'POST register':
    case 'POST deregister':
      return { success: true }
  }
  throw unknown(number.id)
}

async function ofAccount(call: Call, edge: string | undefined, account: Account, context: CloudContext) {
  const { state } = context
  const fields = call.url.searchParams.get('fields')
  switch (`${call.method} ${edge ?? ''}`) {
    case 'GET ':
      return pick(accountNode(account), fields)
    case 'GET phone_numbers': {
      const numbers = [...state.numbers.values()].filter(each => each.accountId === account.id && !each.removed)
      return {
        data: numbers.map(number => pick(numberNode(number), fields)),
        paging: { cursors: { before: 'QVFIU', after: 'QVFIU' } },
      }
    }
    case 'GET product_catalogs':
      return cataloguesNode(account)
    case 'GET subscribed_apps':
      return { data: account.subscription ? [subscriptionNode(account)] : [] }
    case 'POST subscribed_apps':
      return subscribe(call, account, context)
    case 'DELETE subscribed_apps':
      account.subscription = null
      state.save('account', account)
      return { success: true }
    case 'GET message_templates':
      return listTemplates(call, account, context)
    case 'POST message_templates':
      return createTemplate(await jsonBody(call), account, context)
    case 'DELETE message_templates':
      return deleteTemplates(call, account, context)
  }
  throw unknown(account.id)
}

const accountNode = ({ id, name, ban }: Account) => ({
  id,
  name,
  currency: 'BRL',
  timezone_id: '25',
  message_template_namespace: `ns_${id}`,
  account_review_status: 'APPROVED',
  status: ban ? 'DISABLED' : 'ACTIVE',
})

const subscriptionNode = ({ subscription }: Account) => ({
  whatsapp_business_api_data: { id: META_APP.id, name: 'Balcão', link: 'https://www.facebook.com/games/?app_id=1' },
  ...(subscription?.isOverride ? { override_callback_uri: subscription.url } : {}),
})

/**
 * Subscribes the app to the account; another address than the app's own is asked for a challenge.
 */
async function subscribe(call: Call, account: Account, { state, webhooks, appWebhook }: CloudContext) {
  const bytes = await bytesOf(call)
  const type = call.request.headers['content-type'] ?? ''
  const body: Record<string, unknown> =
    type.includes('json') && bytes.length > 0
      ? (JSON.parse(bytes.toString()) as Record<string, unknown>)
      : Object.fromEntries(new URLSearchParams(bytes.toString()))
  const given = { ...Object.fromEntries(call.url.searchParams), ...body }
  const override = optionalTextOf(given.override_callback_uri, 'override_callback_uri', 2000)
  if (override !== undefined) {
    const verifyToken = textOf(given.verify_token, 'verify_token', 500)
    if (!URL.canParse(override)) throw new CloudError(100, 'override_callback_uri is not a valid URL')
    if (!(await webhooks.verify(override, verifyToken)))
      throw new CloudError(
        2200,
        'Callback verification failed with the following errors: HTTP Status Code or hub.challenge does not match',
      )
    account.subscription = { url: override, verifyToken, isOverride: true }
  } else account.subscription = { url: appWebhook, verifyToken: META_APP.verifyToken, isOverride: false }
  state.save('account', account)
  return { success: true }
}

/** Answers a template, a file, or the token's own user. */
async function ofOther(call: Call, id: string, edge: string | undefined, token: Token, context: CloudContext) {
  const { state, origin } = context
  if (edge !== undefined) throw unknown(id)
  const { method, url } = call
  const template = state.templates.get(id)
  if (template && template.deletedAt === null) {
    requireAccess(token, template.accountId, id)
    if (method === 'GET') return pick(templateNode(template), url.searchParams.get('fields'))
    if (method === 'POST') return editTemplate(await jsonBody(call), template, context)
  }
  const media = state.media.get(id)
  if (media) {
    requireAccess(token, media.accountId, id)
    const numberId = url.searchParams.get('phone_number_id')
    if (numberId !== null && numberId !== media.numberId) throw unknown(id)
    if (method === 'GET') return mediaNode(media, origin)
    if (method === 'DELETE') {
      state.media.delete(id)
      state.files.remove(id)
      state.store.remove('media', id)
      return { success: true }
    }
  }
  if (id === 'me' && method === 'GET') return { id: token.userId, name: 'Balcão' }
  throw unknown(id)
}

const MAX_SAMPLE_BYTES = 16 * 2 ** 20
const SAMPLE_TYPES = ['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'video/mp4']

/** Takes the sample of a template's header: the session of an upload, then its bytes. */
async function upload(call: Call, path: string, id: string, token: Token, { state }: CloudContext) {
  const accountId = token.accountIds[0] ?? ''
  if (path === UPLOADS) {
    const type = textOf(call.url.searchParams.get('file_type') ?? undefined, 'file_type', 100)
    if (!SAMPLE_TYPES.includes(type)) throw new CloudError(100, `file_type ${type} is not supported`)
    const length = Number(call.url.searchParams.get('file_length'))
    const session = Buffer.from(JSON.stringify({ type, length, n: newNumber() })).toString('base64url')
    return { id: `upload:${session}?sig=ARZ${newNumber()}` }
  }
  const session = Buffer.from(id.slice('upload:'.length), 'base64url').toString()
  const { type, length } = JSON.parse(session) as { type: string; length: number }
  const bytes = await bytesOf(call, MAX_SAMPLE_BYTES)
  if (bytes.length !== length) throw new CloudError(100, 'The upload is not as long as its session says')
  const given = { accountId, numberId: '', mimetype: type, fileName: null, fromCustomer: false }
  return { h: keepMedia(state, given, bytes).id }
}
