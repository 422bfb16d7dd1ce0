import { createHmac } from 'node:crypto'
import { type RunningSimulators, startSimulators } from '@balcao/infra/simulators/start-simulators.ts'
import { deliveries } from '@balcao/shared/api/automation/deliveries.ts'
import { queueIntegration } from '@balcao/shared/api/automation/queue-integrations.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { queue as queueApi } from '@balcao/shared/api/team/queue.ts'
import { newId } from '@balcao/shared/ids.ts'
import { reasonOf } from '@balcao/shared/rules/bot-notes.ts'
import { allowLogged } from '@balcao/shared/test/output.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, makeCompany, makeQueue, makeUser } from '../../../test/harness.ts'
import { makeIntegrated } from '../../../test/integrated-fixture.ts'
import { newWebhookDelivery } from '../../data/automation/webhook-delivery.ts'
import { changeCompany } from '../../data/company/company.ts'
import { transact } from '../../data/table/transact.ts'
import { listMessages } from '../../data/tickets/message.ts'
import { changeTicket, getTicket } from '../../data/tickets/ticket.ts'
import { listLogs } from '../../data/tickets/ticket-log.ts'
import { configurationOf } from '../../messaging/configuration.ts'
import { runDelivery } from '../../webhook-deliveries/run-delivery.ts'
import { removeBot } from '../../workers/jobs/remove-bot.ts'
import type { BotRequest } from '../bot.ts'
import { runBotReply } from '../run-bot-reply.ts'
import { replyWithIntegration } from './reply-with-integration.ts'

let simulators: RunningSimulators

beforeAll(async () => {
  simulators = await startSimulators()
  Object.assign(process.env, simulators.env)
})
beforeEach(async () => {
  for (const name of ['webhook', 'typebot', 'dialogflow'])
    await fetch(`${simulators.url}/sim/bots/${name}/calls`, { method: 'DELETE' })
})
afterEach(() => {
  vi.restoreAllMocks()
  allowLogged('an integration could not answer')
})
afterAll(() => simulators.close())

type Call = { url: string; headers: Record<string, string>; body: string }

async function configure(name: string, script: object = {}): Promise<{ url: string; jsonContent: string }> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${simulators.url}/sim/bots/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(script),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { url: string; jsonContent: string }
}
const calls = async (name: string) => (await (await fetch(`${simulators.url}/sim/bots/${name}/calls`)).json()) as Call[]

type Integrated = Awaited<ReturnType<typeof makeIntegrated>>

const webhook = async (script: object = {}) =>
  makeIntegrated({ type: 'webhook', urlN8N: (await configure('webhook', script)).url })
const typebot = async (replies: unknown[], more: object = {}) =>
  makeIntegrated({
    type: 'typebot',
    urlN8N: (await configure('typebot', { replies })).url,
    typebotSlug: 'vendas',
    typebotDelayMessage: 0,
    ...more,
  })
const dialogflow = async (script: object = {}) =>
  makeIntegrated({
    type: 'dialogflow',
    projectName: 'loja',
    jsonContent: (await configure('dialogflow', script)).jsonContent,
  })

describe('an integration', () => {
  it('is made, changed and shown without its secrets, by an admin of a company whose plan has them', async () => {
    const { url } = await configure('webhook')
    const company = await makeCompany()
    const as = company.admin
    const made = await call(queueIntegration.create, { as, body: { type: 'n8n', name: 'Fluxo', urlN8N: url } as never })
    expect(made.body).toMatchObject({
      projectName: 'Fluxo',
      typebotDelayMessage: 1000,
      typebotExpires: 1,
      hasSecret: true,
    })
    expect(made.body.secret).toMatch(/^insec_/)
    const params = { id: made.body.id }
    const changed = await call(queueIntegration.update, { as, params, body: { name: 'Fluxo 2' } })
    expect(changed.body).toMatchObject({ name: 'Fluxo 2', projectName: 'Fluxo 2', urlN8N: url })
    const shown = [changed, await call(queueIntegration.get, { as, params }), await call(queueIntegration.list, { as })]
    for (const { raw } of shown) expect(JSON.stringify(raw)).not.toMatch(/insec_|"secret"|"jsonContent"/)
    const renewed = await call(queueIntegration.replaceSecret, { as, params })
    expect(renewed.body.secret).not.toBe(made.body.secret)
    const again = await call(queueIntegration.create, {
      as,
      body: { type: 'n8n', name: 'FLUXO 2', urlN8N: url } as never,
    })
    expect(again.error).toBe('ERR_INTEGRATION_NAME_ALREADY_EXISTS')

    const user = await makeUser(company.id)
    expect((await call(queueIntegration.list, { as: user })).status).toBe(403)
    const poor = (await makeCompany({ plan: { useIntegrations: false } })).admin
    expect((await call(queueIntegration.list, { as: poor })).status).toBe(403)
    const stranger = (await makeCompany()).admin
    expect((await call(queueIntegration.get, { as: stranger, params })).error).toBe('ERR_NO_INTEGRATION_FOUND')
  })

  it('lacks nothing its type needs, and leads nowhere inside', async () => {
    const as = (await makeCompany()).admin
    const make = async (body: object) => {
      const { error, details } = await call(queueIntegration.create, { as, body: { name: 'Robô', ...body } as never })
      return [error, (details as { path: string }[] | undefined)?.[0]?.path]
    }
    expect(await make({ type: 'webhook' })).toEqual(['ERR_VALIDATION', 'urlN8N'])
    expect(await make({ type: 'typebot', urlN8N: simulators.url })).toEqual(['ERR_VALIDATION', 'typebotSlug'])
    expect(await make({ type: 'dialogflow' })).toEqual(['ERR_VALIDATION', 'projectName'])
    expect(await make({ type: 'dialogflow', projectName: 'x' })).toEqual(['ERR_VALIDATION', 'jsonContent'])
    expect(await make({ type: 'webhook', urlN8N: 'http://169.254.169.254/x' })).toEqual(['ERR_OUTGOING_URL', undefined])
    const thief = JSON.stringify({ client_email: 'a@b.c', private_key: 'k', token_uri: 'https://evil.example/token' })
    for (const jsonContent of [thief, '[]', 'no JSON'])
      expect(await make({ type: 'dialogflow', projectName: 'x', jsonContent })).toEqual([
        'ERR_INTEGRATION_ACCOUNT',
        undefined,
      ])
    const { url } = await configure('webhook')
    const { id } = (
      await call(queueIntegration.create, { as, body: { type: 'webhook', name: 'Robô', urlN8N: url } as never })
    ).body
    const turned = await call(queueIntegration.update, { as, params: { id }, body: { type: 'typebot' } })
    expect(turned.error).toBe('ERR_VALIDATION')
  })

  it('that is deleted leaves queues, connections and tickets', async () => {
    const it = await webhook()
    const params = { id: it.connectionId }
    const named = await call(whatsapp.update, { as: it.as, params, body: { integrationId: it.integration.id } })
    expect(named.body.integrationId).toBe(it.integration.id)
    const foreign = await call(whatsapp.update, { as: it.as, params, body: { integrationId: newId() } })
    expect(foreign.error).toBe('ERR_NO_INTEGRATION_FOUND')
    const { id: ticketId } = await it.write('oi')
    const gone = { as: it.as, params: { id: it.integration.id } }
    expect((await call(queueIntegration.remove, gone)).status).toBe(204)
    expect((await call(queueIntegration.remove, gone)).status).toBe(204)
    expect((await call(queueApi.get, { as: it.as, params: { id: it.queue.id } })).body.integrationId).toBeNull()
    expect((await call(whatsapp.get, { as: it.as, params })).body.integrationId).toBeNull()
    await removeBot(it.companyId, { kind: 'integration', id: it.integration.id }, async () => {})
    expect(await getTicket(it.companyId, ticketId, true)).toMatchObject({ useIntegration: false, integrationId: null })
  })
})

describe('a webhook', () => {
  it('receives each message, signed, in order, once; and its answers are sent', async () => {
    const it = await webhook({ replies: ['Olá', { replies: ['a', 'b', 7, ''] }, 'outro assunto'] })
    const ticket = await it.writeAndReply('um', 'dois')
    expect(await it.talk()).toEqual(['Olá', 'a', 'b'])
    expect(ticket.useIntegration).toBe(true)
    await runBotReply({ companyId: it.companyId, ticketId: ticket.id })
    const asked = await calls('webhook')
    const events = asked.map(({ body }) => JSON.parse(body))
    expect(events).toMatchObject([
      { event: 'message', message: { body: 'um' }, contact: { name: 'Maria', number: it.contact.number } },
      { event: 'message', message: { body: 'dois' }, ticket: { id: ticket.id }, connection: { id: it.connectionId } },
    ])
    for (const { headers, body } of asked) {
      const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-balcao-signature']!)!
      expect(v1).toBe(createHmac('sha256', it.integration.secret!).update(`${t}.${body}`).digest('hex'))
      expect(headers['x-balcao-delivery']).toBe(JSON.parse(body).message.id)
    }
  })

  it('of a company that is disabled receives nothing and sends nothing, until it is enabled', async () => {
    const it = await webhook({ replies: ['Olá'] })
    const { id: ticketId } = await it.write('um')
    await changeCompany(it.companyId, { status: false })
    await runBotReply({ companyId: it.companyId, ticketId })
    const ticket = await it.writeAndReply('dois')
    expect([await calls('webhook'), await it.talk(), ticket.unreadMessages]).toEqual([[], [], 2])
    await changeCompany(it.companyId, { status: true })
    await it.writeAndReply('três')
    expect(await it.talk()).toContain('Olá')
  })

  it('may hand over to a queue, close, or name a queue that is none', async () => {
    const it = await webhook()
    await configure('webhook', { replies: [{ reply: 'Passo para vendas', queueId: it.target.id }] })
    const moved = await it.writeAndReply('oi')
    expect(moved).toMatchObject({ status: 'pending', queue: { id: it.target.id }, useIntegration: false })

    const other = await webhook({
      replies: [{ reply: 'Um momento', queueId: (await makeQueue((await makeCompany()).id)).id }, { close: true }],
    })
    const stays = await other.writeAndReply('oi')
    expect(stays).toMatchObject({ useIntegration: true, queue: { id: other.queue.id } })
    expect(await other.notes()).toEqual(['A integração pediu uma fila que não existe; o pedido foi ignorado.'])
    expect(await other.writeAndReply('tchau')).toMatchObject({ status: 'closed' })
  })

  it('may set the priority, also as it hands over; another word is ignored', async () => {
    const it = await webhook()
    await configure('webhook', {
      replies: [
        { reply: 'Entendi', priority: 'high' },
        { priority: 'soon' },
        { priority: 'urgent', queueId: it.target.id },
      ],
    })
    expect(await it.writeAndReply('oi')).toMatchObject({ priority: 'high', useIntegration: true })
    expect(await it.writeAndReply('e então?')).toMatchObject({ priority: 'high', useIntegration: true })
    const moved = await it.writeAndReply('é urgente')
    expect(moved).toMatchObject({ priority: 'urgent', queue: { id: it.target.id }, useIntegration: false })
    const changes = (await listLogs(it.companyId, moved.id)).filter(({ type }) => type === 'priority')
    expect(changes.map(({ priority, user }) => [priority, user])).toEqual([
      [{ from: 'none', to: 'high' }, null],
      [{ from: 'high', to: 'urgent' }, null],
    ])
  })

  it.each([
    ['fails', { fail: true }],
    ['is down', { fail: { status: 503 } }],
  ])('that %s hands over at once, is tried on, and its late answer is not sent', async (_, script) => {
    const it = await webhook(script)
    const ticket = await it.writeAndReply('um', 'dois')
    expect(ticket).toMatchObject({ status: 'pending', useIntegration: false })
    expect(await it.notes()).toEqual([expect.stringContaining('não recebeu a mensagem')])
    const query = { targetId: it.integration.id }
    const log = async () => (await call(deliveries.list, { as: it.as, query })).body.deliveries
    expect(await log()).toMatchObject([
      { status: 'waiting', tries: 0 },
      { status: 'waiting', tries: 1, lastError: 'ERR_DELIVERY_REFUSED' },
    ])
    await configure('webhook', { replies: ['tarde', 'demais'] })
    const [second, first] = await log()
    const { id } = first!
    expect((await call(deliveries.sendAgain, { as: it.as, params: { id } })).status).toBe(202)
    // The second waits for the first in their partition.
    await runDelivery({ companyId: it.companyId, deliveryId: second!.id })
    await runDelivery({ companyId: it.companyId, deliveryId: id })
    await runDelivery({ companyId: it.companyId, deliveryId: second!.id })
    expect(await log()).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }])
    const bodies = (await calls('webhook')).map(({ body }) => JSON.parse(body).message.body)
    expect(bodies).toEqual(['um', 'um', 'dois'])
    expect(await it.talk(ticket.id)).toEqual([])
  })

  it('sends nothing into a ticket that a person took meanwhile', async () => {
    const it = await webhook({ replies: ['Olá'], delayMs: 300 })
    const { id } = await it.write('oi')
    const running = runBotReply({ companyId: it.companyId, ticketId: id })
    await vi.waitFor(async () => expect(await calls('webhook')).toHaveLength(1))
    const user = { id: it.as.user.id, name: it.as.user.name }
    await changeTicket(it.companyId, id, () => ({ set: { status: 'open', user } }))
    await running
    expect(await it.talk(id)).toEqual([])
  })

  it('whose process died receives again only what it may not have received', async () => {
    const it = await webhook({ replies: ['Olá', 'de novo'] })
    const ticket = await it.write('oi')
    const asked = await askedOf(it, ticket.id)
    // Died after the answer: the bot has the event, and its reply is lost.
    expect(await replyWithIntegration(asked)).toMatchObject({ lines: [{ text: 'Olá' }] })
    expect(await replyWithIntegration(asked)).toMatchObject({
      lines: [],
      handOver: { reason: reasonOf('integrationLost') },
    })
    expect(await calls('webhook')).toHaveLength(1)
    // Died before it was sent: claimed a while ago, and not delivered.
    const other = await it.write('e agora?')
    const next = await askedOf(it, other.id, 1)
    const { id } = next.messages[0]!
    const given = { target: 'integration', targetId: it.integration.id, event: 'message', body: '{}', id } as const
    await transact(newWebhookDelivery(it.companyId, { ...given, claimed: true }, Date.now() - 120_000).writes)
    expect(await replyWithIntegration(next)).toMatchObject({ lines: [{ text: 'de novo' }] })
    expect((await calls('webhook')).map(({ headers }) => headers['x-balcao-delivery'])).toEqual([
      asked.messages[0]!.id,
      id,
    ])
  })

  it('that answers something else is read, and nothing is sent', async () => {
    const hostile = [
      [{ reply: 'n8n' }],
      'x'.repeat(0),
      { reply: 5, replies: 'no', queueId: {}, close: 'yes' },
      [[[]]],
      null,
    ]
    const it = await webhook({ replies: hostile })
    for (const _ of hostile) await it.writeAndReply('oi')
    expect(await it.talk()).toEqual(['n8n'])
    expect((await it.ticket()).useIntegration).toBe(true)
    await configure('webhook', {
      replies: [{ replies: Array.from({ length: 50 }, (_, i) => `${i}${'z'.repeat(9000)}`) }],
    })
    await it.writeAndReply('mais')
    const replies = (await it.talk()).slice(1)
    expect(replies).toHaveLength(10)
    expect(Math.max(...replies.map(text => text.length))).toBeLessThanOrEqual(4096)
  })
})

/** Returns the requests a bot makes for the newest messages of a ticket. */
async function askedOf(
  { companyId, connectionId, integration }: Integrated,
  ticketId: string,
  most = 10,
): Promise<BotRequest> {
  const rows = await listMessages(companyId, ticketId, { limit: 100 })
  return {
    companyId,
    ticket: (await getTicket(companyId, ticketId, true))!,
    id: integration.id,
    configuration: (await configurationOf(companyId, connectionId))!,
    messages: rows.filter(({ fromMe }) => !fromMe).slice(0, most),
    replyCount: 0,
    key: `${ticketId}:test`,
    state: null,
    steps: undefined,
    saveSteps: async () => {},
  }
}

const bubble = (text: string) => ({
  id: newId(),
  type: 'text',
  content: { type: 'richText', richText: [{ type: 'p', children: [{ text }] }] },
})
const choice = (...contents: string[]) => ({
  id: newId(),
  type: 'choice input',
  items: contents.map(content => ({ id: newId(), content })),
})

describe('a typebot', () => {
  it('asks by numbers, is answered by one, shows pictures, and ends with a person', async () => {
    const it = await typebot([])
    const { url } = await configure('typebot')
    await configure('typebot', {
      replies: [
        { messages: [bubble('Qual mesa?')], input: choice('Redonda', 'Quadrada') },
        {
          messages: [
            { id: '1', type: 'image', content: { url: `${url}/media/mesa.png` } },
            { id: '2', type: 'image', content: { url: `${url}/media/nada.jpg` } },
            { id: '3', type: 'video', content: { type: 'youtube', url: 'https://youtu.be/x' } },
            {
              ...bubble(''),
              content: {
                richText: [
                  {
                    type: 'p',
                    children: [{ text: 'Custa ' }, { text: 'R$ 10 ', bold: true }, { text: 'já', italic: true }],
                  },
                  { type: 'ul', children: [{ type: 'li', children: [{ type: 'lic', children: [{ text: 'pés' }] }] }] },
                  { type: 'p', children: [{ type: 'a', url: 'https://loja.example', children: [{ text: 'loja' }] }] },
                ],
              },
            },
          ],
        },
      ],
    })
    await it.writeAndReply('oi')
    expect(await it.talk()).toEqual(['Qual mesa?', '[ 1 ] - Redonda\n[ 2 ] - Quadrada'])
    const ended = await it.writeAndReply('2')
    expect((await it.talk()).slice(2)).toEqual([
      '',
      `${url}/media/nada.jpg`,
      'https://youtu.be/x',
      'Custa *R$ 10* _já_\n- pés\nloja (https://loja.example)',
    ])
    const [picture] = (await listMessages(it.companyId, ended.id, { limit: 100 })).filter(({ media }) => media)
    expect(picture).toMatchObject({ mediaType: 'image', media: { mimetype: 'image/png', fileName: 'mesa.png' } })
    expect(ended).toMatchObject({ status: 'pending', useIntegration: false })
    expect(await it.notes()).toEqual(['O fluxo da integração terminou.'])
    const [begun, on] = (await calls('typebot')).filter(({ url: asked }) => asked.includes('Chat'))
    expect(begun!.url).toMatch(/\/api\/v1\/typebots\/vendas\/startChat$/)
    expect(JSON.parse(begun!.body)).toMatchObject({ prefilledVariables: { name: 'Maria', number: it.contact.number } })
    expect(JSON.parse(on!.body)).toEqual({ message: 'Quadrada' })
  })

  it('receives no answer it did not offer; keywords begin it anew and end it', async () => {
    const question = { messages: [bubble('Sim?')], input: choice('Sim', 'Não') }
    const it = await typebot([question, question], {
      typebotUnknownMessage: 'Não entendi',
      typebotKeywordRestart: 'Recomeçar',
      typebotRestartMessage: 'Vamos de novo',
      typebotKeywordFinish: '#sair',
    })
    await it.writeAndReply('oi')
    await it.writeAndReply('talvez')
    await it.writeAndReply('RECOMECAR')
    expect((await calls('typebot')).map(({ url }) => url.split('/').at(-1))).toEqual(['startChat', 'startChat'])
    const menu = '[ 1 ] - Sim\n[ 2 ] - Não'
    expect(await it.talk()).toEqual(['Sim?', menu, 'Não entendi', menu, 'Vamos de novo', 'Sim?', menu])
    expect(await it.writeAndReply('#SAIR')).toMatchObject({ useIntegration: false, status: 'pending' })
    expect(await it.notes()).toEqual(['O contato encerrou o fluxo da integração.'])
  })

  it('begins anew when it expired, or is not known there any more', async () => {
    const it = await typebot(['Um', 'Dois', 'Três'], { typebotExpires: 1 })
    await it.writeAndReply('oi')
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now + 61_000 + performance.now())
    await it.writeAndReply('ainda aí?')
    vi.restoreAllMocks()
    expect((await calls('typebot')).map(({ url }) => url.split('/').at(-1))).toEqual(['startChat', 'startChat'])
  })

  it.each([
    ['fails', { fail: true }, /não respondeu/],
    ['throttles', { fail: { status: 429 } }, /chamadas demais/],
    ['refuses', { fail: { status: 403 } }, /recusou/],
    ['answers something else', { replies: [{ messages: 'none' }] }, /não se entende/],
    ['asks for a payment', { replies: [{ messages: [], input: { type: 'payment input' } }] }, /payment input/],
  ])('that %s hands over with a note', async (_, script, note) => {
    const it = await typebot([])
    await configure('typebot', script)
    expect(await it.writeAndReply('oi')).toMatchObject({ useIntegration: false, status: 'pending' })
    expect(await it.notes()).toEqual([expect.stringMatching(note)])
  })
})

describe('dialogflow', () => {
  it('answers in its ticket’s session, by a token that is kept', async () => {
    const it = await dialogflow({
      replies: ['Olá!', { queryResult: { fulfillmentText: 'Já chamo', intent: { liveAgentHandoff: true } } }],
    })
    const { id } = await it.writeAndReply('bom dia')
    const ended = await it.writeAndReply('quero alguém')
    expect(await it.talk()).toEqual(['Olá!', 'Já chamo'])
    expect(ended.useIntegration).toBe(false)
    const asked = await calls('dialogflow')
    expect(asked.map(({ url }) => url.split('/').at(-1))).toEqual(['token', `${id}:detectIntent`, `${id}:detectIntent`])
    expect(JSON.parse(asked[1]!.body)).toEqual({ queryInput: { text: { text: 'bom dia', languageCode: 'pt-BR' } } })
  })

  it('is tried before it is stored, and says what is wrong', async () => {
    const { jsonContent } = await configure('dialogflow', { replies: ['Oi!'] })
    const as = (await makeCompany()).admin
    const test = async (body: object) =>
      (
        await call(queueIntegration.testSession, {
          as,
          body: { projectName: 'loja', language: 'es', ...body } as never,
        })
      ).body
    expect(await test({ jsonContent })).toEqual({ ok: true, intent: 'Default Welcome Intent', reply: 'Oi!' })
    const stolen = JSON.stringify({ ...JSON.parse(jsonContent), token_uri: 'http://169.254.169.254/token' })
    const other = JSON.stringify({ ...JSON.parse(jsonContent), private_key: 'none' })
    for (const wrong of ['', '{}', stolen, other])
      expect(await test({ jsonContent: wrong })).toEqual({ ok: false, error: 'ERR_INTEGRATION_ACCOUNT' })
    await configure('dialogflow', { fail: { status: 429, times: 1 }, replies: [{ queryResult: 5 }] })
    expect(await test({ jsonContent })).toEqual({ ok: false, error: 'ERR_INTEGRATION_BUSY' })
    expect(await test({ jsonContent })).toEqual({ ok: false, error: 'ERR_INTEGRATION_ANSWER' })
  })

  it('that fails hands over with a note', async () => {
    const it = await dialogflow({ fail: true })
    expect(await it.writeAndReply('oi')).toMatchObject({ useIntegration: false })
    expect(await it.notes()).toEqual([expect.stringContaining('não respondeu')])
  })
})
