import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deliveries } from '@balcao/shared/api/automation/deliveries.ts'
import { webhooks } from '@balcao/shared/api/automation/webhooks.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, makeCompany, makePlan, makeUser, type TestUser } from '../../../../test/harness.ts'
import { batchOf, inbound, makeFixture } from '../../../../test/pipeline-fixture.ts'
import { config } from '../../../config.ts'
import { addWebhook, WEBHOOK_SECRET, type WebhookRow } from '../../../data/automation/webhook.ts'
import { waitingWebhookDeliveries } from '../../../data/automation/webhook-delivery.ts'
import { findContactByNumber } from '../../../data/contacts/contact.ts'
import { listMessages, raiseAck } from '../../../data/tickets/message.ts'
import { changeTicket, findLiveTicket } from '../../../data/tickets/ticket.ts'
import { seal } from '../../../integrations/sealed.ts'
import { sendMessage } from '../../../messaging/send-message.ts'
import { runDelivery } from '../../../webhook-deliveries/run-delivery.ts'
import { signatureOf } from '../../../webhook-deliveries/signature.ts'
import { handler } from '../../../workers/inbound/handler.ts'

let server: Server
let url: string
let seen: { event: string; signature: string; body: { event: string; data: Record<string, unknown> }; raw: string }[]
let admin: TestUser
let companyId: string

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let raw = ''
    for await (const chunk of request) raw += String(chunk)
    const { 'x-balcao-event': event, 'x-balcao-signature': signature } = request.headers
    seen.push({ event: String(event), signature: String(signature), body: JSON.parse(raw), raw })
    response.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  url = `http://127.0.0.1:${port}/hook`
  vi.spyOn(config(), 'OUTGOING_PRIVATE_HOSTS', 'get').mockReturnValue([`127.0.0.1:${port}`])
  const company = await makeCompany()
  companyId = company.id
  admin = company.admin
})
beforeEach(() => {
  seen = []
})
afterAll(() => server.close())

const body = (changes = {}) => ({
  name: `Sistema ${Math.random()}`,
  url,
  events: ['ticket.opened' as const],
  ...changes,
})
const create = (changes = {}, as = admin) => call(webhooks.create, { body: body(changes), as })

describe('webhooks', () => {
  it('show their secret once, and sign by the one they have now', async () => {
    const made = (await create()).body
    expect(made.secret).toMatch(/^whsec_.{40,}$/)
    const read = await call(webhooks.get, { params: { id: made.id }, as: admin })
    expect(JSON.stringify(read.body)).not.toContain('secret')
    const replaced = (await call(webhooks.replaceSecret, { params: { id: made.id }, as: admin })).body
    expect(replaced.secret).not.toBe(made.secret)
    const { body: delivery } = await call(webhooks.test, { params: { id: made.id }, as: admin })
    await runDelivery({ companyId, deliveryId: delivery.id })
    const [ping] = seen
    const t = Number(/t=(\d+)/.exec(ping!.signature)![1]) * 1000
    expect([ping!.event, ping!.signature]).toEqual(['ping', signatureOf(replaced.secret, ping!.raw, t)])
    const log = (await call(deliveries.list, { query: { targetId: made.id }, as: admin })).body.deliveries
    expect(log).toMatchObject([{ id: delivery.id, status: 'delivered', lastStatus: 200 }])
    await call(webhooks.remove, { params: { id: made.id }, as: admin })
  })
  it('are refused what is none: addresses, events, names, the sixth, what is another company’s', async () => {
    for (const bad of ['ftp://x.example', 'http://example.com/', 'https://a:b@example.com/', 'not a url', ''])
      expect([422, 400]).toContain((await create({ url: bad })).status)
    expect((await create({ events: [] })).error).toBe('ERR_VALIDATION')
    expect((await create({ events: ['ticket.eaten'] })).error).toBe('ERR_VALIDATION')
    const { admin: own } = await makeCompany()
    const first = await create({ name: 'Um' }, own)
    expect((await create({ name: 'UM' }, own)).error).toBe('ERR_WEBHOOK_NAME_ALREADY_EXISTS')
    for (let i = 2; i <= 4; i++) expect((await create({}, own)).status).toBe(201)
    const atOnce = await Promise.all([create({}, own), create({}, own), create({}, own)])
    expect(atOnce.map(({ status, error }) => error ?? status).sort()).toEqual([
      ...[201, 'ERR_WEBHOOK_LIMIT', 'ERR_WEBHOOK_LIMIT'],
    ])
    expect((await create({}, own)).error).toBe('ERR_WEBHOOK_LIMIT')
    expect((await call(webhooks.test, { params: { id: first.body.id }, as: admin })).error).toBe('ERR_NO_WEBHOOK_FOUND')
    const user = await makeUser(companyId)
    expect((await create({}, user)).error).toBe('ERR_NO_PERMISSION')
  })
})

describe('events', () => {
  it('receive what happened, each once however often it comes, and only those that were asked for', async () => {
    const fixture = await makeFixture({ queues: [{ name: 'Vendas' }], planId: (await makePlan()).id })
    const { companyId: id } = fixture
    const events = ['ticket.opened', 'ticket.closed', 'message.received', 'message.acknowledged'] as const
    const hook = (name: string, subscribed: WebhookRow['events']) =>
      addWebhook(id, {
        ...{ name, url, events: subscribed, active: true, secret: seal(id, WEBHOOK_SECRET, 'whsec_x') },
        ...{ failures: 0, down: null },
      })
    const [all, rated] = [await hook('Tudo', [...events]), await hook('Notas', ['ticket.rated'])]
    const message = inbound(fixture, { body: 'oi' })
    for (let i = 0; i < 2; i++) expect((await handler(batchOf([message]))).batchItemFailures).toEqual([])
    const contact = (await findContactByNumber(id, fixture.number))!
    const ticket = (await findLiveTicket(id, fixture.connectionId, contact.id))!
    const sent = await sendMessage({ companyId: id }, { ticket, content: { kind: 'text', body: 'olá' }, origin: 'bot' })
    expect(await raiseAck(sent.message, 3)).toMatchObject({ ack: 3 })
    expect(await raiseAck(sent.message, 3)).toBeUndefined()
    await changeTicket(id, ticket.id, () => ({ set: { status: 'closed' } }))
    const waiting = await waitingWebhookDeliveries(id, all.id, 50)
    for (const row of waiting) await runDelivery({ companyId: id, deliveryId: row.id })
    expect(seen.map(({ event }) => event).sort()).toEqual(
      ['message.acknowledged', 'message.received', 'ticket.closed', 'ticket.opened'].sort(),
    )
    const sentData = (event: string) => seen.find(each => each.event === event)!.body.data
    expect(sentData('message.received')).toMatchObject({ message: { body: 'oi' }, ticket: { id: ticket.id } })
    expect(sentData('message.acknowledged')).toMatchObject({ message: { id: sent.message.id, ack: 3 } })
    expect(await waitingWebhookDeliveries(id, rated.id, 50)).toEqual([])
    const stored = (await listMessages(id, ticket.id, { limit: 10 })).find(({ fromMe }) => fromMe)
    expect(stored?.ack).toBe(3)
  })
})
