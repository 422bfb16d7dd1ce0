/**
 * Secrets of every kind are entrusted to a company, then every route is called, well and badly, and
 * machines, deliveries and pages speak to systems that repeat in their refusals whatever they were
 * sent. What is answered, printed and told to browsers is searched by the harness
 * (`shared/test/secrets.ts`): a test in which one got out fails. One more kind is a line there, and
 * what makes it be used a line here.
 */
import { createServer, type Server } from 'node:http'
import { closeServer, LOOPBACK, listen } from '@balcao/infra/local/listen.ts'
import { readBody } from '@balcao/infra/local/read-body.ts'
import { type RunningSimulators, startSimulators } from '@balcao/infra/simulators/start-simulators.ts'
import { forgetpassword } from '@balcao/shared/api/account/passwords.ts'
import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import { queueIntegration } from '@balcao/shared/api/automation/queue-integrations.ts'
import { webhooks } from '@balcao/shared/api/automation/webhooks.ts'
import { cloudNumbers } from '@balcao/shared/api/channels/cloud.ts'
import { facebook } from '@balcao/shared/api/channels/facebook.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { whatsappsession } from '@balcao/shared/api/channels/whatsappsession.ts'
import { AREAS } from '@balcao/shared/api/index.ts'
import { routesOf } from '@balcao/shared/api-contract/match.ts'
import { newId } from '@balcao/shared/ids.ts'
import { plantSecret } from '@balcao/shared/test/secrets.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { runBotReply } from '../src/bots/run-bot-reply.ts'
import { config } from '../src/config.ts'
import { saveNumberCheck } from '../src/data/contacts/number-check.ts'
import { runDelivery } from '../src/webhook-deliveries/run-delivery.ts'
import { handler as takePages } from '../src/workers/graph/handler.ts'
import { handler as sendMail } from '../src/workers/mail/handler.ts'
import { GOOD_KEY, makeAgent, VOICE_KEY } from './agent-fixture.ts'
import { type Browser, type FakeGateway, startFakeGateway } from './fake-gateway.ts'
import { type Answer, call, makeCompany, makeUser, send, type TestCompany, type TestUser } from './harness.ts'
import { makeTenant, type Tenant } from './tenant.ts'
import { BODIES, CHECKED_NUMBER, pathWith, QUERIES } from './valid-calls.ts'

/** Password of the people of the company. */
const PASSWORD = 'Zebra-Planted-9'

let gateway: FakeGateway
let simulators: RunningSimulators
/** Refuses everything, and repeats in its refusal what it was sent. */
let echo: Server
let echoUrl: string
let company: TestCompany
let tenant: Tenant
let root: TestUser
let browser: Browser
let jsonContent: string

const sim = async <T>(path: string, body: object = {}): Promise<T> => {
  const headers = { 'content-type': 'application/json' }
  return (await (
    await fetch(`${simulators.url}/sim${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  ).json()) as T
}

async function watched(user: TestUser, ticketId: string): Promise<Browser> {
  const opened = await gateway.open(user)
  for (const status of ['pending', 'open', 'closed'] as const) await opened.send({ action: 'joinTickets', status })
  await opened.send({ action: 'joinNotification' })
  await opened.send({ action: 'joinChatBox', ticketId })
  return opened
}

beforeAll(async () => {
  gateway = await startFakeGateway()
  simulators = await startSimulators()
  echo = createServer(async (request, response) => {
    const echoed = `${request.url} ${JSON.stringify(request.headers)} ${await readBody(request, 1e7)}`
    const error = { message: echoed, code: 190, type: 'OAuthException', error_user_msg: echoed, status: echoed }
    response.writeHead(400, { 'content-type': 'application/json', 'x-said': encodeURI(echoed).slice(0, 4000) })
    response.end(JSON.stringify({ error, error_description: echoed, message: echoed }))
  })
  echoUrl = `http://${LOOPBACK}:${await listen(echo, 0)}`
  Object.assign(process.env, simulators.env)
  process.env.OUTGOING_PRIVATE_HOSTS += `,${new URL(echoUrl).host}`
  company = await makeCompany()
  root = await makeUser(company.id, { super: true, profile: 'admin', allTicket: 'enabled' })
  tenant = await makeTenant(company)
  // As if WhatsApp had been asked.
  await saveNumberCheck(company.id, CHECKED_NUMBER, { exists: true, number: CHECKED_NUMBER, lid: null })
  plantSecret('a password', PASSWORD)
  ;({ jsonContent } = await sim<{ jsonContent: string }>('/bots/dialogflow'))
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await gateway.close()
  await simulators.close()
  await closeServer(echo)
})

/** From here on until the test's end nobody outside is friendly. */
function everybodyRefuses(): void {
  for (const name of ['OPENAI_URL', 'AZURE_SPEECH_URL', 'DIALOGFLOW_URL', 'META_GRAPH_URL'] as const)
    vi.spyOn(config(), name, 'get').mockReturnValue(echoUrl)
}

const ok = <T>(answer: Answer<T>): T => {
  expect([answer.status, answer.raw.error]).toEqual([answer.status < 300 ? answer.status : 'a success', undefined])
  return answer.body
}

/** Connects a number of the simulator's Cloud API; its token is planted. */
async function connectNumber(as: TestUser) {
  const phone = `5541${String(Date.now()).slice(-9)}`
  const number = await sim<CloudNumber>('/cloud/numbers', { phone, name: 'Loja' })
  plantSecret('a token of a cloud number', number.accessToken)
  cloudToken = number.accessToken
  const { phoneNumberId, businessAccountId, accessToken } = number
  const body = { name: 'Oficial', provider: 'cloud', phoneNumberId, businessAccountId, accessToken } as const
  return ok(await call(whatsapp.create, { as, body }))
}
type CloudNumber = { phoneNumberId: string; businessAccountId: string; accessToken: string }
let cloudToken = 'EAAnobody'

const ROUTES = AREAS.flatMap(routesOf)
/** Fields that carry a secret, with what stands in them here. */
const FIELDS: Record<string, () => string> = {
  password: () => PASSWORD,
  currentPassword: () => PASSWORD,
  apiKey: () => GOOD_KEY,
  voiceKey: () => VOICE_KEY,
  jsonContent: () => jsonContent,
  userToken: () => cloudToken,
}

const isSecret = (text: string) => Object.keys(FIELDS).some(field => text.includes(`"${field}":`))

/** A valid body, with secrets in every place for one. */
function bodyOf(name: string): Record<string, unknown> {
  const body = BODIES[name]!(tenant.ids)
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => [field, FIELDS[field] ? FIELDS[field]() : value]),
  )
}

/** Operations that may end a session. */
const ENDING = new Set(['auth.logout', 'users.update', 'sessions.end'])

/** Resources that only those who made them see: the tenant's admin, not whoever is above all. */
const OWN = new Set(['quickMessages', 'chats'])

describe('what is secret', () => {
  it('is shown where it is made, used outside, and said nowhere else', async () => {
    const as = company.admin
    browser = await watched(as, tenant.ids.ticket)
    const token = ok(await call(whatsapp.replaceToken, { as, params: { id: tenant.ids.whatsapp } }))
    plantSecret('a connection’s token', token.token, ['whatsapp.replaceToken'])
    const voice = { voice: 'pt-BR-FranciscaNeural', voiceKey: VOICE_KEY, voiceRegion: 'brazilsouth' } as const
    ok(await call(prompts.update, { as, params: { id: tenant.ids.prompt }, body: { apiKey: GOOD_KEY, ...voice } }))
    ok(await call(prompts.list, { as }))
    const flow = { type: 'dialogflow', name: 'Fluxo', projectName: 'loja', jsonContent } as const
    const { id } = ok(await call(queueIntegration.create, { as, body: flow as never }))
    ok(await call(queueIntegration.get, { as, params: { id } }))
    ok(await call(queueIntegration.testSession, { as, body: { projectName: 'loja', jsonContent, language: 'pt-BR' } }))
    ok(await call(webhooks.replaceSecret, { as, params: { id: tenant.ids.webhook } }))
    const page = await sim<{ userId: string; userToken: string }>('/meta/pages', { name: 'Loja', instagram: true })
    const given = { facebookUserId: page.userId, facebookUserToken: page.userToken, addInstagram: true }
    const { connections } = ok(await call(facebook.connect, { as, body: given }))
    const official = await connectNumber(as)
    ok(await call(whatsappsession.start, { as, params: { id: official.id } }))
    ok(await call(cloudNumbers.find, { as, body: { userToken: cloudToken } }))
    ok(await call(whatsapp.list, { as }))
    ok(await call(whatsappsession.remove, { as, params: { id: connections[0]!.id } }))
    await sendCode(as.user.email)
    expect(browser.received.map(({ event }) => event.split('-').at(-1))).toEqual(
      expect.arrayContaining(['whatsapp', 'prompt', 'queueIntegration']),
    )
  })

  it('is in no answer of a route, be it called well, with half a body, or of what is not there', async () => {
    const answered = new Set<string>()
    const deletes = ROUTES.filter(({ route }) => route.method === 'DELETE')
    // A connection goes once nothing is scheduled over it, and everything with its company.
    const last = (name: string) => ['whatsapp.remove', 'companies.remove'].indexOf(name)
    // What belongs to a row goes before it.
    const depth = (path: string) => path.split('/').length
    deletes.sort((a, b) => last(a.name) - last(b.name) || depth(b.route.path) - depth(a.route.path))
    for (const { name, route } of [...ROUTES.filter(each => !deletes.includes(each)), ...deletes]) {
      // A session may end by what it asks for.
      const other = OWN.has(name.split('.')[0]!) ? company.admin : root
      const as = ENDING.has(name) ? await makeUser(company.id, { super: true }) : other
      const text = route.body ? JSON.stringify(bodyOf(name)) : null
      const ask = (path: string, given: string | null) =>
        send(route.method, path, {
          as,
          text: given,
          query: QUERIES[name]?.(tenant.ids) ?? {},
          ...(route.access === 'apiKey'
            ? { authorizer: { companyId: company.id, connectionId: tenant.ids.whatsapp } }
            : {}),
        })
      const path = pathWith(route.path, tenant.ids).replace('Secret12', PASSWORD)
      if (text && isSecret(text)) {
        await ask(path, text.slice(0, -1))
        await ask(path, text.replaceAll(/("(?:apiKey|voiceKey|jsonContent|password)":)("[^"]+")/g, '$1[$2]'))
      }
      if (path !== route.path)
        await ask(
          path.replaceAll(/[\da-f-]{36}/g, () => newId()),
          text,
        )
      if ((await ask(path, text)).status < 300) answered.add(name)
    }
    for (const name of ['prompts', 'webhooks', 'queueIntegration', 'whatsapp', 'users'])
      for (const verb of ['list', 'create', 'update', 'remove']) expect(answered).toContain(`${name}.${verb}`)
    expect(answered.size).toBeGreaterThan(ROUTES.length * 0.8)
  }, 120_000)

  it('is repeated by nobody when the other side repeats it', async () => {
    const agent = await makeAgent({ voice: 'pt-BR-FranciscaNeural', voiceKey: VOICE_KEY, voiceRegion: 'brazilsouth' })
    const as = agent.company.admin
    const browser = await gateway.open(as)
    await browser.send({ action: 'joinTickets', status: 'pending' })
    const ticket = await agent.write()
    const flow = { type: 'dialogflow', name: 'Fluxo', projectName: 'loja', jsonContent } as const
    const page = await sim<{ pageId: string; userId: string; userToken: string }>('/meta/pages', { name: 'Loja' })
    const given = { facebookUserId: page.userId, facebookUserToken: page.userToken }
    const [connection] = ok(await call(facebook.connect, { as, body: given })).connections
    const official = await connectNumber(as)
    everybodyRefuses()
    expect((await call(whatsappsession.start, { as, params: { id: official.id } })).status).toBeGreaterThan(399)
    expect((await call(cloudNumbers.find, { as, body: { userToken: cloudToken } })).status).toBeGreaterThan(399)
    await runBotReply({ companyId: agent.companyId, ticketId: ticket.id })
    expect(await agent.notes()).toHaveLength(1)
    const attempt = { promptId: agent.prompt.id, prompt: 'Você é breve.', messages: [{ fromMe: false, body: 'oi' }] }
    expect((await call(prompts.attempt, { as, body: attempt })).status).toBeGreaterThan(399)
    const session = { projectName: 'loja', jsonContent, language: 'pt-BR' } as const
    expect((await call(queueIntegration.testSession, { as, body: session })).body.ok).toBe(false)
    ok(await call(queueIntegration.create, { as, body: flow as never }))
    expect((await call(facebook.connect, { as, body: given })).status).toBeGreaterThan(399)
    const hook = ok(
      await call(webhooks.create, { as, body: { name: 'Eco', url: `${echoUrl}/hook`, events: ['ticket.opened'] } }),
    )
    const { id: deliveryId } = ok(await call(webhooks.test, { as, params: { id: hook.id } }))
    await runDelivery({ companyId: agent.companyId, deliveryId })
    const presence = {
      ...{ type: 'presence', companyId: agent.companyId, connectionId: connection!.id, presence: 'composing' },
      to: { scoped: { channel: 'facebook', accountId: page.pageId, id: '77' } },
    }
    await takePages({ Records: [recordOf(presence)] } as never)
    expect(browser.received.map(({ event }) => event.split('-').at(-1))).toContain('delivery')
  })
})

const recordOf = (message: object) => ({
  messageId: crypto.randomUUID(),
  body: JSON.stringify(message),
  attributes: { MessageGroupId: 'chat' },
})

/** Somebody forgot the password: the code is in the letter, and is planted. */
async function sendCode(email: string): Promise<void> {
  expect((await call(forgetpassword.request, { params: { email } })).status).toBe(204)
  const letter = { type: 'passwordReset', id: crypto.randomUUID(), language: 'pt', to: email }
  expect((await sendMail({ Records: [recordOf(letter)] } as never)).batchItemFailures).toEqual([])
  const box = await (await fetch(`${simulators.url}/sim/mail?to=${encodeURIComponent(email)}`)).json()
  const [code] = /\b[A-Z2-9]{8}\b/.exec((box as { text: string }[]).at(-1)!.text) ?? []
  plantSecret('the code of a new password', code!)
}
