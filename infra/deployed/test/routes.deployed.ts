// One call of every route of the contract, through the deployed gateway, by the function in its
// role. Every route of the contract is here; its valid call is that of the access matrix
// (`functions/test/valid-calls.ts`) with existing ids, so that the operation does all its work and
// a missing grant shows.
import { APIGatewayClient, GetApiKeysCommand } from '@aws-sdk/client-api-gateway'
import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { TICKETZ } from '@balcao/functions/test/imports/ticketz-fixture.ts'
import { writePgDump } from '@balcao/functions/test/imports/write-dump.ts'
import { png } from '@balcao/functions/test/pictures.ts'
import { BODIES, CHECKED_NUMBER, CREDIT_CARD, type Ids, pathWith, QUERIES } from '@balcao/functions/test/valid-calls.ts'
import { AREAS } from '@balcao/shared/api/index.ts'
import { routesOf } from '@balcao/shared/api-contract/match.ts'
import type { Route } from '@balcao/shared/api-contract/route.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop, until } from '../../test/system/open-shop.ts'
import { readStage } from '../config.ts'
import { type Answer, call } from './call.ts'

const { stage, url, simUrl } = readStage()
const ROUTES = AREAS.flatMap(area => routesOf(area).map(({ name, route }) => [name, route] as const))
/**
 * Deletions, and what ends something, come last, each of something created for it. The last member
 * of a conversation deletes it by leaving.
 */
const ENDING = new Set(['chats.leave', 'imports.cancel', 'imports.remove'])
const deletes = ([name, { method }]: (typeof ROUTES)[number]) => method === 'DELETE' || ENDING.has(name)
const [KEEPING, DELETING] = [ROUTES.filter(each => !deletes(each)), ROUTES.filter(deletes)]

type RequestInput = {
  body?: Record<string, unknown>
  query?: Record<string, string>
  headers?: Record<string, string>
  token?: string
}

let shop: Shop
const ids = {} as Ids
let planId: string

/** Creates a person of the company with a session that may end. */
async function makeGuest() {
  const login = { email: `${crypto.randomUUID()}@example.com`, password: crypto.randomUUID() }
  await shop.api('POST', '/users', { name: 'Visita', ...login })
  const { body, headers } = await call('POST', '/auth/login', { body: login })
  return { login, token: body.token as string, cookie: headers.getSetCookie()[0]!.split(';')[0]! }
}

/** Input of a route besides its call in the matrix; gets the ids that the call names. */
const GIVEN: Record<string, (from: Ids) => Promise<RequestInput>> = {
  'auth.login': async () => ({ body: (await makeGuest()).login }),
  'auth.refresh': async () => ({ headers: { cookie: (await makeGuest()).cookie } }),
  'auth.logout': async () => ({ token: (await makeGuest()).token }),
  'sessions.end': async () => ({ token: (await makeGuest()).token }),
  'secondFactor.begin': async () => {
    const { token, login } = await makeGuest()
    return { token, body: { currentPassword: login.password } }
  },
  'companies.signup': async () => ({ body: { planId } }),
  // A company other than the super user's own.
  'auth.startSupport': async () => ({
    body: { companyId: await createdBySuper('/companies', BODIES['companies.create']!(ids)) },
  }),
  'companies.remove': async () => ({ query: { name: 'another' } }),
  'contacts.create': async () => ({ body: { number: await makePhone() } }),
  // The contact that others are asked about stays.
  'contacts.erase': async () => ({ body: { confirmation: '0' } }),
  'contacts.merge': async () => ({ body: { contactId: await makeContact() } }),
  'contacts.unmerge': async from => {
    await shop.api('POST', `/contacts/${from.contact}/merge`, { contactId: await makeContact() })
    return {}
  },
  'imports.create': async () => ({ body: { key: await uploadDump() } }),
  'imports.start': async () => {
    await noImportRead()
    return {}
  },
  'imports.remove': async from => {
    await noImportRead()
    await shop.api('POST', `/imports/${from.dataImport}/cancel`)
    return {}
  },
  'contact.check': async () => {
    await makePhone(CHECKED_NUMBER)
    return {}
  },
  'tickets.create': async () => ({ body: { contactId: await makeContact() } }),
  'ticketNotes.list': async () => ({ query: { ticketId: ids.ticket } }),
  'draftOrder.get': async () => {
    const itens = [{ productId: ids.product, amount: 1 }]
    await shop.api('PUT', `/tickets/${ids.ticket}/draft`, { version: 0, storeId: ids.store, itens })
    return {}
  },
  // The first version of a new draft.
  'draftOrder.save': async () => {
    await shop.api('DELETE', `/tickets/${ids.ticket}/draft`)
    return {}
  },
  'queueOptions.list': async () => ({ query: { queueId: ids.queue } }),
  'messages.send': async () => ({ ...(await externalCall()), body: { number: await makePhone() } }),
  'external.contact': async () => {
    const { number } = await shop.api<{ number: string }>('GET', `/contacts/${ids.contact}`)
    return { ...(await externalCall()), query: { number } }
  },
  'external.ticket': externalCall,
  'external.messages': externalCall,
  'external.order': async () => {
    const { number } = await shop.api<{ number: number }>('GET', `/budgets/${ids.budget}`)
    return { ...(await externalCall()), query: { number: String(number) } }
  },
}

/** Uploads a small dump of another system once none is read. @returns its key */
async function uploadDump(): Promise<string> {
  type Form = { key: string; url: string; fields: Record<string, string> }
  await noImportRead()
  const dump = Buffer.from(writePgDump(TICKETZ))
  const {
    key,
    url: to,
    fields,
  } = await shop.api<Form>('POST', '/imports/uploads', {
    ...{ fileName: 'dump.sql', mimetype: 'application/sql', size: dump.length },
  })
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([dump]))
  const stored = await fetch(to, { method: 'POST', body: form })
  if (!stored.ok) throw new Error(`the upload answered ${stored.status} ${await stored.text()}`)
  return key
}

/** Waits until no import is read or written: a company has one at a time. */
async function noImportRead(): Promise<void> {
  type List = { imports: { state: string }[] }
  await until('the end of an import', async () => {
    const list = (await shop.api<List>('GET', '/imports')).imports
    return !list.some(({ state }) => state === 'reading' || state === 'running' || state === 'removing')
  })
}

/** Returns the call of a system with a connection's token, which replaces the one before. */
async function externalCall(): Promise<RequestInput> {
  const { token } = await shop.api<{ token: string }>('POST', `/whatsapp/${shop.connectionId}/token`)
  return { token, headers: { 'x-api-key': await usageKey() } }
}

/**
 * Refusals for want of something that is missing here: the code is in an e-mail that the emulator
 * does not show.
 */
const REFUSED: Record<string, [number, string]> = {
  // The company of all these calls stays.
  'companies.remove': [400, 'ERR_CONFIRMATION_MISMATCH'],
  'resetpasswords.reset': [422, 'ERR_RESET_CODE'],
  'signInSteps.enter': [401, 'ERR_SECOND_FACTOR_TOKEN'],
  'signInSteps.begin': [401, 'ERR_SECOND_FACTOR_TOKEN'],
  'signInSteps.confirm': [401, 'ERR_SECOND_FACTOR_TOKEN'],
  'secondFactor.confirm': [409, 'ERR_SECOND_FACTOR_OFF'],
  'secondFactor.renewCodes': [409, 'ERR_SECOND_FACTOR_OFF'],
  'secondFactor.remove': [409, 'ERR_SECOND_FACTOR_OFF'],
  'resetpasswords.resetByPath': [422, 'ERR_RESET_CODE'],
  // What this version staged is not read again.
  'imports.read': [422, 'ERR_IMPORT_STATE'],
  // The order is paid in cash.
  'budgets.pix': [422, 'ERR_BUDGET_WITHOUT_PIX'],
  'budgets.send': [422, 'ERR_BUDGET_WITHOUT_PIX'],
  'emailConfirmation.confirm': [422, 'ERR_CONFIRMATION_CODE'],
  'emailConfirmation.code': [422, 'ERR_CONFIRMATION_CODE'],
  'invitation.look': [422, 'ERR_INVITATION_CODE'],
  'invitation.accept': [422, 'ERR_INVITATION_CODE'],
  // Only a server of one's own makes a token.
  'setup.look': [422, 'ERR_SETUP_TOKEN'],
  'setup.setUp': [422, 'ERR_SETUP_TOKEN'],
  // Only a server of one's own knows its queues.
  'status.deadLetters': [409, 'ERR_SERVER_ONLY'],
  'status.replay': [409, 'ERR_SERVER_ONLY'],
  // The campaign is not running.
  'campaigns.cancel': [422, 'ERR_CAMPAIGN_STATUS'],
  'campaigns.restart': [422, 'ERR_CAMPAIGN_STATUS'],
  // Nobody has scanned the connection's QR code.
  'campaigns.test': [422, 'ERR_WAPP_NOT_INITIALIZED'],
  // The system is not configured: otherwise it would be called.
  'settings.testErp': [422, 'ERR_ERP_NOT_SET_UP'],
  'contacts.erase': [400, 'ERR_CONFIRMATION_MISMATCH'],
  // There is no phone for the test message.
  'whatsapp.test': [422, 'ERR_WAPP_NO_TEST_PHONE'],
  // The connection is a linked device, which has no templates.
  'templates.list': [422, 'ERR_CHANNEL_UNSUPPORTED'],
  'templates.create': [422, 'ERR_CHANNEL_UNSUPPORTED'],
  'templates.sendSample': [422, 'ERR_CHANNEL_UNSUPPORTED'],
  'templates.sync': [422, 'ERR_CHANNEL_UNSUPPORTED'],
  'templates.update': [404, 'ERR_NO_TEMPLATE_FOUND'],
  // The macro was not run with that key.
  'macros.undo': [404, 'ERR_NO_MACRO_RUN_FOUND'],
  // Nobody has written in the ticket.
  'promptCases.fromTicket': [422, 'ERR_PROMPT_CASE_EMPTY'],
  // No bot wrote the message.
  'messages.feedback': [404, 'ERR_NO_MESSAGE_FOUND'],
}

/** Routes that call a service on the internet, which may not be reachable here. */
const EXTERNAL: Record<string, [number, string]> = {
  'cep.get': [424, 'ERR_ZIP_CODE_SERVICE'],
  // Without an app, a signature or a token: the call came as far as requiring them.
  'facebook.connect': [422, 'ERR_META_NOT_CONFIGURED'],
  'cloudNumbers.find': [422, 'ERR_CLOUD_NOT_CONFIGURED'],
  'subscription.create': [422, 'ERR_PIX_NOT_CONFIGURED'],
  'renewal.show': [401, 'ERR_RENEWAL_EXPIRED'],
  'facebookWebhook.verify': [403, 'ERR_NO_PERMISSION'],
  'facebookWebhook.take': [401, 'ERR_WEBHOOK_SIGNATURE'],
  'whatsappWebhook.verify': [403, 'ERR_NO_PERMISSION'],
  'whatsappWebhook.take': [401, 'ERR_WEBHOOK_SIGNATURE'],
  'prompts.attempt': [424, 'ERR_AI_UNREACHABLE'],
  'copilot.act': [424, 'ERR_AI_UNREACHABLE'],
  // The run may not have failed yet, for want of a model: then it has no result.
  'promptCases.mark': [422, 'ERR_PROMPT_RESULT_MISSING'],
  // The run before this one may not have failed yet.
  'promptRuns.create': [409, 'ERR_PROMPT_RUN_UNDER_WAY'],
}

const newName = () => crypto.randomUUID().slice(0, 8)
const created = async (path: string, body: object) => (await shop.api<{ id: string }>('POST', path, body)).id

async function createdBySuper(path: string, body: object): Promise<string> {
  const answer = await call('POST', path, { body: body as Record<string, unknown>, token: await superToken() })
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}`)
  return answer.body.id as string
}

let superSession: Promise<string> | undefined
/**
 * Returns the token of a super user. No call of the API makes one: the operator does, in the table.
 */
const superToken = (): Promise<string> => {
  superSession ??= makeSuper()
  return superSession
}

async function makeSuper(): Promise<string> {
  const login = { email: `${crypto.randomUUID()}@example.com`, password: crypto.randomUUID() }
  const id = await created('/users', { name: 'Operadora', ...login })
  await new DynamoDBClient().send(
    new UpdateItemCommand({
      TableName: `balcao-${stage}`,
      Key: { pk: { S: `${shop.companyId}#user` }, sk: { S: `user#${id}` } },
      UpdateExpression: 'SET #super = :yes',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#super': 'super' },
      ExpressionAttributeValues: { ':yes': { BOOL: true } },
    }),
  )
  const { body } = await call('POST', '/auth/login', { body: login })
  return body.token as string
}

/** Creates a customer's phone, which WhatsApp knows. @returns its number */
async function makePhone(number = `55119${String(Math.random()).slice(2, 10).padEnd(8, '0')}`): Promise<string> {
  await shop.sim('POST', '/phones', { number, name: 'Cliente' })
  return number
}

async function makeContact(): Promise<string> {
  return created('/contacts', { name: 'Cliente', number: await makePhone() })
}

/**
 * Returns the company's key of the public API, which a job creates with the company's first token.
 */
async function usageKey(): Promise<string> {
  const client = new APIGatewayClient()
  const { value } = await until('the key of the public API', async () => {
    const { items = [] } = await client.send(new GetApiKeysCommand({ includeValues: true }))
    return items.find(({ name }) => name?.includes(shop.companyId))
  })
  return value!
}

/**
 * Creates one of everything that has an id: tickets on the connection that is online, the rest in
 * the company.
 */
const MAKE: Record<keyof Ids, () => Promise<string>> = {
  company: async () => shop.companyId,
  plan: () => createdBySuper('/plans', BODIES['plans.create']!(ids)),
  // A connection that is not online, which the calls may disturb.
  whatsapp: () => created('/whatsapp', { name: newName() }),
  cloudWhatsapp: async () => ids.whatsapp,
  template: async () => '01930000-0000-7000-8000-0000000000fe',
  user: () => created('/users', { name: newName(), email: `${newName()}@example.com`, password: newName() }),
  invitation: () => created('/users/invitations', BODIES['invitations.create']!(ids)),
  queue: () => created('/queue', BODIES['queue.create']!(ids)),
  queueOption: () => created('/queue-options', BODIES['queueOptions.create']!(ids)),
  // The notice is gone after any id.
  paymentNotice: async () => '01930000-0000-7000-8000-0000000000ff',
  holiday: () => created('/holidays', BODIES['holidays.create']!(ids)),
  contact: makeContact,
  contactNumber: makePhone,
  ticket: async () => created('/tickets', { contactId: await makeContact(), whatsappId: shop.connectionId }),
  message: async () => {
    type Sent = { messages: { id: string }[] }
    const { messages } = await shop.api<Sent>('POST', `/messages/${ids.ticket}`, { body: 'Olá' })
    return messages[0]!.id
  },
  note: () => created('/ticket-notes', { note: 'Nota', ticketId: ids.ticket, contactId: ids.contact }),
  tag: () => created('/tags', { name: newName() }),
  macro: () => created('/macros', BODIES['macros.create']!(ids)),
  view: () => created('/views', BODIES['views.create']!(ids)),
  quickMessage: () => created('/quick-messages', BODIES['quickMessages.create']!(ids)),
  lane: () => created('/tags', { name: newName(), kanban: 1 }),
  zone: () => created('/zones', { name: newName() }),
  zoneDetail: () => created('/zoneDetails', BODIES['zoneDetails.create']!(ids)),
  typePayment: async () => CREDIT_CARD,
  payment: () => created('/payments', BODIES['payments.create']!(ids)),
  paymentDetail: () => created('/paymentDetails', BODIES['paymentDetails.create']!(ids)),
  statusBudGet: () => created('/statusBudgets', BODIES['statusBudgets.create']!(ids)),
  store: () => created('/stores', { name: newName(), keyPix: 'loja@example.com' }),
  category: () => created('/categories', BODIES['categories.create']!(ids)),
  product: () => created('/products', BODIES['products.create']!(ids)),
  productStore: () => created('/productStores', BODIES['productStores.create']!(ids)),
  coupon: () => created('/coupons', BODIES['coupons.create']!(ids)),
  portfolio: () => created('/portfolios', BODIES['portfolios.create']!(ids)),
  customer: () => created('/customers', BODIES['customers.create']!(ids)),
  document: async () => (await shop.api<{ document: string }>('GET', `/customers/${ids.customer}`)).document,
  contract: () => created('/contracts', BODIES['contracts.create']!(ids)),
  customerAddress: () => created('/customers/Address', BODIES['customerAddresses.create']!(ids)),
  rate: async () => {
    await shop.api('PUT', '/settings/deliveryMethods', { value: 'byValue' })
    return created('/rates', BODIES['rates.create']!(ids))
  },
  budget: async () => {
    // An earlier call may have removed the product from its store.
    await created('/productStores', BODIES['productStores.create']!(ids))
    return created('/budgets', { ...BODIES['budgets.create']!(ids), ticketId: ids.ticket })
  },
  contactList: () => created('/contact-lists', { name: newName() }),
  contactListItem: () => created('/contact-list-items', BODIES['contactListItems.create']!(ids)),
  campaign: () => created('/campaigns', BODIES['campaigns.create']!(ids)),
  announcement: () => createdBySuper('/announcements', BODIES['announcements.create']!(ids)),
  file: () => created('/files', BODIES['files.create']!(ids)),
  dataImport: async () =>
    created('/imports', { system: 'ticketz', key: await uploadDump(), fileName: 'dump.sql', sourceCompany: '1' }),
  knowledge: () => created('/knowledge', BODIES['knowledge.create']!(ids)),
  prompt: () => created('/prompt', BODIES['prompts.create']!(ids)),
  promptVersion: () => created(`/prompt/${ids.prompt}/versions`, BODIES['promptVersions.create']!(ids)),
  promptCase: () => created(`/prompt/${ids.prompt}/cases`, BODIES['promptCases.create']!(ids)),
  promptRun: () => created(`/prompt/${ids.prompt}/runs`, BODIES['promptRuns.create']!(ids)),
  help: () => createdBySuper('/helps', BODIES['helps.create']!(ids)),
  schedule: () => created('/schedules', BODIES['schedules.create']!(ids)),
  queueIntegration: () => created('/queueIntegration', BODIES['queueIntegration.create']!(ids)),
  apiToken: () => created('/api-tokens', BODIES['apiTokens.create']!(ids)),
  goal: () => created('/goals', BODIES['goals.create']!(ids)),
  field: () => created('/fields', BODIES['fields.create']!(ids)),
  rule: () => created('/rules', BODIES['rules.create']!(ids)),
  webhook: () => created('/webhooks', BODIES['webhooks.create']!(ids)),
  delivery: async () => (await shop.api<{ id: string }>('POST', `/webhooks/${ids.webhook}/test`)).id,
  chat: () => created('/chats', BODIES['chats.create']!(ids)),
  pushDevice: () => created('/auth/me/push', BODIES['pushDevices.add']!(ids)),
  job: async () => (await shop.api<{ jobId: string }>('POST', '/contacts/export')).jobId,
}

beforeAll(async () => {
  shop = await openShop({ url, simUrl }, 'Rotas', '5511900000401')
  const plans = (await call('GET', '/plans/list')).body as unknown as { id: string }[]
  planId = plans.at(-1)!.id
  // Each may depend on those before it.
  for (const [name, make] of Object.entries(MAKE) as [keyof Ids, () => Promise<string>][]) {
    ids[name] = await make()
    if (name === 'ticket') ids.contact = (await shop.api<Ticket>('GET', `/tickets/${ids.ticket}`)).contact.id
  }
})

/** Returns ids for the variables of a path, of things created for this call. */
async function freshIds(path: string): Promise<Ids> {
  const asked = new Set<keyof Ids>()
  const noting = new Proxy(ids, {
    get(target, name: keyof Ids) {
      asked.add(name)
      return target[name]
    },
  })
  pathWith(path, noting)
  const fresh = { ...ids }
  for (const name of asked) fresh[name] = await MAKE[name]()
  return fresh
}

/** Returns a picture to store, so that a function that may not write the bucket shows. */
function picture(field: string): FormData {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(png())], { type: 'image/png' }), 'a.png')
  return form
}

function sheet(): FormData {
  const form = new FormData()
  form.append('file', new Blob(['nome;numero\nAna;11999998881\n'], { type: 'text/csv' }), 'a.csv')
  return form
}

/** Returns the file for a call of this name. */
function formOf(name: string, route: Route): FormData | undefined {
  if (name === 'files.uploadList') return picture('files')
  if (name.endsWith('.uploadMedia')) return picture('file')
  return name.endsWith('.upload') && route.multipart ? sheet() : undefined
}

async function tokenFor({ access }: Route): Promise<string | undefined> {
  if (access === 'public') return undefined
  return access === 'super' ? superToken() : shop.token
}

async function hit(name: string, route: Route, from: Ids): Promise<Answer> {
  const { body, query, headers = {}, token } = (await GIVEN[name]?.(from)) ?? {}
  const search = new URLSearchParams({ ...QUERIES[name]?.(from), ...query }).toString()
  return call(route.method, `${pathWith(route.path, from)}${search && `?${search}`}`, {
    token: token ?? (await tokenFor(route)),
    headers,
    form: formOf(name, route),
    ...(route.body && { body: { ...BODIES[name]?.(from), ...body } }),
  })
}

function expectServed(name: string, route: Route, { status, body }: Answer): void {
  const wanted = [REFUSED[name] ?? [route.status, undefined], ...(EXTERNAL[name] ? [EXTERNAL[name]] : [])]
  expect(wanted).toContainEqual([status, status >= 400 ? body.error : undefined])
}

describe('serves', () => {
  it.each(KEEPING)('%s', async (name, route) => {
    expectServed(name, route, await hit(name, route, ids))
  })

  it.each(DELETING)('%s', async (name, route) => {
    expectServed(name, route, await hit(name, route, await freshIds(route.path)))
  })
})
