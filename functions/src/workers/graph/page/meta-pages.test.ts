import { createServer, type Server } from 'node:http'
import { CreateQueueCommand, DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { closeServer, LOOPBACK, listen } from '@balcao/infra/local/listen.ts'
import { readBody } from '@balcao/infra/local/read-body.ts'
import { META_APP } from '@balcao/infra/local/simulator-accounts.ts'
import { sign } from '@balcao/infra/simulators/meta/meta-state.ts'
import { type RunningSimulators, startSimulators } from '@balcao/infra/simulators/start-simulators.ts'
import { facebook } from '@balcao/shared/api/channels/facebook.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { whatsappsession } from '@balcao/shared/api/channels/whatsappsession.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { schedules } from '@balcao/shared/api/content/schedules.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { newId } from '@balcao/shared/ids.ts'
import { allowLogged } from '@balcao/shared/test/output.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Gate, openGate } from '../../../../test/gate.ts'
import { call, makeCompany, makeWhatsapp, send, type TestCompany } from '../../../../test/harness.ts'
import { killAtCall } from '../../../../test/kill-at-call.ts'
import { metaPageSendOf } from '../../../data/channels/meta-page-send.ts'
import { listWhatsapps } from '../../../data/channels/whatsapp.ts'
import { pageOfContacts } from '../../../data/contacts/contact.ts'
import type { ContactRow } from '../../../data/contacts/contact-row.ts'
import { changeTicket, findLiveTicket, requireTicket } from '../../../data/tickets/ticket.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { sendMessage } from '../../../messaging/send-message.ts'
import { handler as takeInbound } from '../../inbound/handler.ts'
import { refreshProfilePicture } from '../../jobs/refresh-profile-picture.ts'
import { handler as takePages } from '../handler.ts'

type Queue = { url: string; take: typeof takeInbound }

const sqs = new SQSClient()
let gate: Gate
let simulators: RunningSimulators
let product: Server
let queues: Queue[]
/** Bodies of the webhook's calls, as they came. */
const received: string[] = []

beforeAll(async () => {
  gate = await openGate()
  product = createServer(async (request, response) => {
    const text = (await readBody(request, 1e7))?.toString() ?? ''
    if (request.method === 'POST') received.push(text)
    const query = Object.fromEntries(new URL(request.url!, 'http://x').searchParams)
    const headers = { 'x-hub-signature-256': String(request.headers['x-hub-signature-256']) }
    const answer = await send(request.method!, '/webhook/facebook', { text: text || null, query, headers })
    response.writeHead(answer.status).end(String(answer.raw.text))
  })
  simulators = await startSimulators({ webhookUrl: `http://${LOOPBACK}:${await listen(product, 0)}/` })
  const made = async (name: string) => {
    const Attributes = { FifoQueue: 'true', VisibilityTimeout: '1' }
    const made = await sqs.send(new CreateQueueCommand({ QueueName: `${name}-${newId()}.fifo`, Attributes }))
    // Through the gate.
    return made.QueueUrl!.replace(new URL(made.QueueUrl!).origin, gate.env.AWS_ENDPOINT_URL_SQS!)
  }
  queues = [
    { url: await made('meta-inbound'), take: takeInbound },
    { url: await made('meta-pages'), take: takePages },
  ]
  Object.assign(process.env, simulators.env, { INBOUND_QUEUE_URL: queues[0]!.url, PAGES_QUEUE_URL: queues[1]!.url })
})
beforeEach(() => sim('DELETE', '/faults'))
afterAll(async () => {
  await simulators.close()
  await closeServer(product)
  await gate.close()
})

async function sim<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${simulators.url}/sim/meta${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return (await response.json()) as T
}

/** Works on what waits in a queue; answers how many failed, which come again, or that none waited. */
async function takeWaiting({ url, take }: Queue): Promise<number | undefined> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10, MessageSystemAttributeNames: ['All'] }),
  )
  if (Messages.length === 0) return undefined
  const Records = Messages.map(({ MessageId, Body, Attributes }) => ({
    messageId: MessageId,
    body: Body,
    attributes: Attributes,
  }))
  const { batchItemFailures } = await take({ Records } as unknown as Parameters<typeof takeInbound>[0])
  const again = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
  for (const { MessageId, ReceiptHandle } of Messages)
    if (!again.has(MessageId!)) await sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle }))
  return again.size
}

/** Sends what waits, and takes its echo before Meta's answer is recorded. */
async function sendBehindEcho(): Promise<void> {
  const stopped = Promise.withResolvers<void>()
  gate.stopAt(1, 'before', stopped.resolve, 'TransactWriteItems')
  const sending = takeWaiting(queues[1]!)
  await stopped.promise
  await sim('POST', '/settled')
  expect(await takeWaiting(queues[0]!)).toBe(0)
  gate.goOn()
  expect(await sending).toBe(0)
  expect(await settle()).toBe(0)
}

/** Works through both queues until they are empty; answers what failed, which comes again. */
async function settle(): Promise<number> {
  let failed = 0
  await sim('POST', '/settled')
  for (let quiet = 0; quiet < 2; ) {
    let any = false
    for (const queue of queues) {
      const more = await takeWaiting(queue)
      if (more === undefined) continue
      any = true
      failed += more
    }
    await sim('POST', '/settled')
    quiet = any ? 0 : quiet + 1
  }
  return failed
}

type Shop = { company: TestCompany; pageId: string; instagramId: string; userToken: string; userId: string }

async function makeShop(name = `Loja ${newId().slice(-6)}`): Promise<Shop> {
  const company = await makeCompany()
  const metaPage = await sim<Omit<Shop, 'company'>>('POST', '/pages', { name, instagram: true })
  return { company, ...metaPage }
}
const connect = ({ company, userId, userToken }: Shop, more: object = {}) =>
  call(facebook.connect, {
    as: company.admin,
    body: { facebookUserId: userId, facebookUserToken: userToken, addInstagram: true, ...more },
  })

let people = Date.now() * 1000
type Talk = { shop: Shop; accountId: string; from: string; ticket: TicketRow; contact: ContactRow }

/** A customer who wrote, and whose ticket is open. */
async function makeTalk(shop: Shop, accountId: string): Promise<Talk> {
  const from = String(people++)
  await sim('POST', `/${accountId}/messages`, { from, name: 'Bia Souza', text: 'oi' })
  await settle()
  const { companyId, ticket, contact } = await liveTalk(shop, accountId, from)
  const user = { id: shop.company.admin.user.id, name: 'Ana' }
  const { ticket: open } = await changeTicket(companyId, ticket, () => ({ set: { status: 'open', user } }))
  return { shop, accountId, from, ticket: open, contact }
}
async function liveTalk({ company }: Shop, accountId: string, from: string) {
  const all = (await pageOfContacts(company.id, { searchParam: '', limit: 50 })).rows
  const contact = all.find(({ scoped }) => scoped?.id === from && scoped.accountId === accountId)!
  const connection = (await listWhatsapps(company.id, true)).find(row => row.accountId === accountId)!
  const ticket = (await findLiveTicket(company.id, connection.id, contact.id))!
  return { companyId: company.id, contact, connection, ticket }
}
const write = ({ shop, ticket }: Talk, body: object) =>
  call(messages.create, { as: shop.company.admin, params: { ticketId: ticket.id }, body })
const messagesOf = async ({ shop, ticket }: Pick<Talk, 'shop' | 'ticket'>) =>
  (await call(messages.list, { as: shop.company.admin, params: { ticketId: ticket.id } })).body.messages
type Got = { id: string; text: string; fromCustomer: boolean; asPerson: boolean; media?: { type: string } }
const got = async ({ accountId, from }: Talk) =>
  (await sim<Got[]>('GET', `/${accountId}/messages?from=${from}`)).filter(({ fromCustomer }) => !fromCustomer)

describe('connecting', () => {
  it('makes a connection each, subscribed, with the token sealed, and connects again what there is', async () => {
    const shop = await makeShop()
    const as = shop.company.admin
    const made = await connect(shop)
    expect(made.status).toBe(201)
    expect(made.body.connections.map(({ channel, status, isDefault }) => [channel, status, isDefault])).toEqual([
      ['facebook', 'CONNECTED', false],
      ['instagram', 'CONNECTED', false],
    ])
    const pages = await sim<{ pages: { pageId: string; subscribed: boolean }[] }>('GET', '/pages')
    expect(pages.pages.find(({ pageId }) => pageId === shop.pageId)).toMatchObject({ subscribed: true })
    const rows = await listWhatsapps(shop.company.id, true)
    for (const text of [made.raw, (await call(whatsapp.list, { as })).raw, rows].map(each => JSON.stringify(each)))
      expect(text).not.toContain('EAAP')
    expect(JSON.stringify((await call(whatsapp.list, { as })).raw)).not.toMatch(/pageToken|accountId|pageId/)

    const ids = made.body.connections.map(({ id }) => id)
    await call(whatsappsession.remove, { as, params: { id: ids[0]! } })
    expect((await call(whatsapp.get, { as, params: { id: ids[0]! } })).body).toMatchObject({
      status: 'DISCONNECTED',
      disconnectReason: 'logout',
    })
    expect((await call(whatsappsession.start, { as, params: { id: ids[0]! } })).error).toBe('ERR_PAGE_RECONNECT')
    expect((await connect(shop)).body.connections.map(({ id, status }) => [id, status])).toEqual(
      ids.map(id => [id, 'CONNECTED']),
    )
  })

  it('keeps to the plan, all or none, and refuses tokens that Facebook does not know', async () => {
    const shop = await makeShop()
    const small = await makeCompany({ plan: { connections: 1 } })
    const refused = await connect({ ...shop, company: small })
    expect([refused.status, refused.error]).toEqual([422, 'ERR_PLAN_LIMIT'])
    expect(await listWhatsapps(small.id, true)).toEqual([])
    expect((await connect({ ...shop, company: small }, { addInstagram: false })).status).toBe(201)
    expect((await connect(shop, { facebookUserToken: 'EAAnobody' })).error).toBe('ERR_META_LOGIN')
    expect((await connect(shop, { facebookUserId: '123' })).error).toBe('ERR_META_LOGIN')
    await sim('POST', '/faults', { kind: 'fail', call: 'accounts' })
    expect((await connect(shop)).error).toBe('ERR_META_UNAVAILABLE')
  })

  it('is never the default, and leaves Meta with the last connection of the page', async () => {
    const shop = await makeShop()
    const as = shop.company.admin
    const [metaPage, account] = (await connect(shop)).body.connections
    const phone = await makeWhatsapp(shop.company.id)
    expect(phone.isDefault).toBe(true)
    const asked = await call(whatsapp.update, { as, params: { id: metaPage!.id }, body: { isDefault: true } })
    expect(asked.error).toBe('ERR_CHANNEL_UNSUPPORTED')
    const isSubscribed = async () =>
      (await sim<{ pages: { pageId: string; subscribed: boolean }[] }>('GET', '/pages')).pages.find(
        ({ pageId }) => pageId === shop.pageId,
      )!.subscribed
    await call(whatsapp.remove, { as, params: { id: metaPage!.id } })
    expect(await isSubscribed()).toBe(true)
    await call(whatsapp.remove, { as, params: { id: account!.id } })
    expect(await isSubscribed()).toBe(false)
  })
})

describe('the webhook', () => {
  const post = (text: string, signature?: string) =>
    send('POST', '/webhook/facebook', { text, headers: signature ? { 'x-hub-signature-256': signature } : {} })

  it('answers Meta’s question to who knows the token', async () => {
    const ask = (token: string) =>
      send('GET', '/webhook/facebook', {
        query: { 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '0123' },
      })
    expect((await ask(META_APP.verifyToken)).raw.text).toBe('0123')
    expect((await ask('another')).status).toBe(403)
  })

  it('refuses what is not signed, before it reads it', async () => {
    const body = JSON.stringify({ object: 'page', entry: [] })
    const spaced = `${body} `
    for (const signature of [undefined, '', 'sha256=', sign(body, 'x'.repeat(32)), sign(spaced, META_APP.secret)]) {
      const answer = await post(body, signature)
      expect([answer.status, answer.error]).toEqual([401, 'ERR_WEBHOOK_SIGNATURE'])
    }
    expect((await post('{', sign('{', META_APP.secret))).status).toBe(400)
    expect((await post(body, sign(body, META_APP.secret))).raw.text).toBe('EVENT_RECEIVED')
    for (const odd of ['null', '[]', '{"object":"page","entry":[{"id":"1","messaging":[null,{},{"sender":{}}]}]}'])
      expect((await post(odd, sign(odd, META_APP.secret))).status).toBe(200)
  })

  it('tells an event once, each of a hundred, and nobody of a page that nobody has', async () => {
    const shop = await makeShop()
    await connect(shop, { addInstagram: false })
    const from = String(people++)
    const timestamp = Date.now()
    const messaging = Array.from({ length: 100 }, (_, i) => ({
      sender: { id: from },
      recipient: { id: shop.pageId },
      timestamp: timestamp + i,
      message: { mid: `m_${shop.pageId}_${i}`, text: `linha ${i}` },
    }))
    const text = JSON.stringify({ object: 'page', entry: [{ id: shop.pageId, time: timestamp, messaging }] })
    for (let time = 0; time < 2; time++) {
      expect((await post(text, sign(text, META_APP.secret))).status).toBe(200)
      await settle()
    }
    // Once more when the queue has long forgotten it: other bytes to the queue, the same messages
    // to the pipeline.
    const late = JSON.stringify({ object: 'page', entry: [{ id: shop.pageId, time: timestamp, messaging }] }).replace(
      /"timestamp":\d+/g,
      `"timestamp":${timestamp + 600_000}`,
    )
    expect((await post(late, sign(late, META_APP.secret))).status).toBe(200)
    await settle()
    const { ticket } = await liveTalk(shop, shop.pageId, from)
    expect(ticket.unreadMessages).toBe(100)
    const foreign = text.replaceAll(shop.pageId, '9999')
    expect((await post(foreign, sign(foreign, META_APP.secret))).status).toBe(200)
    expect(await settle()).toBe(0)
  })
})

describe('the worker that sends to pages', () => {
  it('killed before and behind each of its writes says each part once, and the message is sent', async () => {
    const shop = await makeShop()
    await connect(shop, { addInstagram: false })
    const talk = await makeTalk(shop, shop.pageId)
    const parts = ['a'.repeat(1990), 'b'.repeat(1990)]
    await write(talk, { body: parts.join('\n') })
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: queues[1]!.url }))
    const command = JSON.parse(Messages[0]!.Body!) as object
    const deaths = [
      // Before the first part is noted, and behind that; Meta has it and we do not know; we do.
      { operation: 'PutItem', nth: 1, moment: 'before' },
      { operation: 'PutItem', nth: 1, moment: 'after' },
      { operation: 'TransactWriteItems', nth: 1, moment: 'before' },
      { operation: 'TransactWriteItems', nth: 1, moment: 'after' },
      // The same of the second part.
      { operation: 'TransactWriteItems', nth: 1, moment: 'before' },
      { operation: 'TransactWriteItems', nth: 1, moment: 'after' },
      // All parts are sent: before and after their result is queued.
      { operation: 'SendMessage', nth: 1, moment: 'before' },
      { operation: 'SendMessage', nth: 1, moment: 'after' },
    ] as const
    for (const death of deaths) expect(await killAtCall(gate, death, 'pages', command)).toBe(true)
    await settle()
    expect((await got(talk)).map(({ text }) => text)).toEqual(parts)
    // Meta reports the delivery before the sender says that it left.
    expect((await messagesOf(talk)).at(-1)).toMatchObject({ ack: 3, error: null })
  }, 60_000)
})

describe('what a customer writes', () => {
  it('comes with their name and picture, into a ticket of a contact without a number', async () => {
    const shop = await makeShop()
    await connect(shop)
    for (const accountId of [shop.pageId, shop.instagramId]) {
      const talk = await makeTalk(shop, accountId)
      expect(talk.contact).toMatchObject({ number: '', isWhatsappValid: null })
      const { id: contactId, companyId } = talk.contact
      await refreshProfilePicture({
        type: 'refreshProfilePicture',
        companyId,
        connectionId: talk.ticket.whatsapp.id,
        contactId,
      })
      const shown = (await call(contacts.get, { as: shop.company.admin, params: { id: contactId } })).body
      expect(shown).toMatchObject({
        name: 'Bia Souza',
        number: '',
        channel: accountId === shop.pageId ? 'facebook' : 'instagram',
      })
      expect(shown.profilePicUrl).toContain('/media/pictures/')
    }
  })

  it('shows pictures, what cannot be had with its retry, shares, stories, deletions and what the page says elsewhere', async () => {
    const shop = await makeShop()
    await connect(shop)
    const talk = await makeTalk(shop, shop.instagramId)
    const { accountId, from } = talk
    const mediaBase64 = Buffer.from('picture').toString('base64')
    await sim('POST', `/${accountId}/messages`, { from, mediaBase64, mimetype: 'image/png' })
    await settle()
    const picture = (await messagesOf(talk)).at(-1)!
    expect(picture).toMatchObject({ mediaType: 'image', error: null, media: { mimetype: 'image/png', size: 7 } })

    await sim('POST', '/faults', { kind: 'no-media', count: 2 })
    await sim('POST', `/${accountId}/messages`, { from, mediaBase64, mimetype: 'video/mp4' })
    await settle()
    const lost = (await messagesOf(talk)).at(-1)!
    expect(lost).toMatchObject({ mediaType: 'video', error: 'ERR_WAPP_DOWNLOAD_MEDIA', mediaUrl: null })
    await sim('DELETE', '/faults')
    await call(messages.retry, { as: shop.company.admin, params: { id: lost.id } })
    await settle()
    expect((await messagesOf(talk)).at(-1)).toMatchObject({ id: lost.id, media: { size: 7 } })

    await sim('POST', `/${accountId}/messages`, { from, type: 'share' })
    const { id: mid } = await sim<{ id: string }>('POST', `/${accountId}/messages`, {
      from,
      text: 'Quero esse',
      story: 'https://example.com/story',
    })
    await sim('POST', `/${accountId}/echo`, { to: from, text: 'Pelo celular' })
    await settle()
    expect((await messagesOf(talk)).slice(-3).map(({ body, origin }) => [body, origin])).toEqual([
      ['https://www.facebook.com/post/1', 'contact'],
      ['Quero esse\n↩ story: https://example.com/story', 'contact'],
      ['Pelo celular', 'handset'],
    ])
    await sim('DELETE', `/${accountId}/messages/${encodeURIComponent(mid)}`)
    await settle()
    expect((await messagesOf(talk)).at(-2)).toMatchObject({ isDeleted: true, body: '' })
  })
})

describe('answers', () => {
  it('leave in order, are read, and are not stored twice by their echo', async () => {
    const shop = await makeShop()
    await connect(shop)
    for (const accountId of [shop.pageId, shop.instagramId]) {
      const talk = await makeTalk(shop, accountId)
      const texts = ['um', 'dois', 'três', 'quatro']
      for (const body of texts) expect((await write(talk, { body })).status).toBe(201)
      await settle()
      expect((await got(talk)).map(({ text }) => text)).toEqual(texts)
      const own = async () => (await messagesOf(talk)).filter(({ fromMe }) => fromMe)
      expect((await own()).map(({ ack }) => ack >= 2)).toEqual([true, true, true, true])
      expect(await own()).toHaveLength(4)
      await sim('POST', `/${accountId}/read`, { from: talk.from })
      await settle()
      expect((await own()).map(({ ack }) => ack)).toEqual([4, 4, 4, 4])
      await call(tickets.read, { as: shop.company.admin, params: { id: talk.ticket.id } })
      await settle()
      const { customers } = await sim<{ customers: { id: string; seenAt: number | null }[] }>('GET', '/pages')
      expect(customers.find(({ id }) => id === talk.from)?.seenAt).not.toBeNull()
    }
  })

  it('are read by who looks at them before their sender said that they left, and not before they left', async () => {
    const shop = await makeShop()
    await connect(shop)
    for (const accountId of [shop.pageId, shop.instagramId]) {
      const talk = await makeTalk(shop, accountId)
      const { companyId, whatsapp: connection } = talk.ticket
      const seen = async (last: { mid?: string; until?: number }) => {
        const channel = accountId === shop.pageId ? 'facebook' : 'instagram'
        const chat = { scoped: { channel, id: talk.from, accountId } }
        const body = JSON.stringify({ type: 'seen', companyId, connectionId: connection.id, chat, ack: 4, ...last })
        const Records = [{ messageId: newId(), body, attributes: { ApproximateReceiveCount: '1' } }]
        const answer = await takeInbound({ Records } as unknown as Parameters<typeof takeInbound>[0])
        expect(answer.batchItemFailures).toEqual([])
      }
      const acks = async () => (await messagesOf(talk)).filter(({ fromMe }) => fromMe).map(({ ack }) => ack)
      await write(talk, { body: 'um' })
      await seen({ until: Date.now() + 60_000 })
      expect(await acks()).toEqual([0])
      const before = Date.now()
      await takeWaiting(queues[1]!)
      await seen({ until: before - 1 })
      expect(await acks()).toEqual([0])
      const { id: mid } = (await got(talk)).at(-1)!
      await seen(accountId === shop.pageId ? { until: Date.now() } : { mid })
      expect(await acks()).toEqual([4])
      expect(await settle()).toBe(0)
      expect(await acks()).toEqual([4])
    }
  })

  it('are finished once by Meta’s answer and by its event, whichever comes first', async () => {
    const shop = await makeShop()
    await connect(shop)
    for (const accountId of [shop.pageId, shop.instagramId]) {
      const talk = await makeTalk(shop, accountId)
      await write(talk, { body: 'um' })
      await sendBehindEcho()
      expect((await messagesOf(talk)).filter(({ fromMe }) => fromMe)).toHaveLength(1)
      expect((await messagesOf(talk)).at(-1)!.ack).toBeGreaterThanOrEqual(2)
    }
  })

  it('into a closed ticket, as a farewell, are not taken for the page’s own when their echo comes first', async () => {
    const shop = await makeShop()
    await connect(shop)
    const talk = await makeTalk(shop, shop.instagramId)
    const { companyId, whatsapp: connection } = talk.ticket
    const { ticket } = await changeTicket(companyId, talk.ticket, () => ({ set: { status: 'closed' } }))
    const content = { kind: 'text' as const, body: 'Até logo!' }
    await sendMessage({ companyId }, { ticket, content, origin: 'bot', evenClosed: true })
    await sendBehindEcho()
    expect(await findLiveTicket(companyId, connection.id, talk.contact.id)).toBeUndefined()
    const own = (await messagesOf(talk)).filter(({ fromMe }) => fromMe)
    expect(own.map(({ body }) => body)).toEqual(['Até logo!'])
    expect(own[0]!.ack).toBeGreaterThanOrEqual(2)
  })

  it('with a picture and words are two of Meta’s messages and one of ours; long ones are cut', async () => {
    const shop = await makeShop()
    await connect(shop)
    const talk = await makeTalk(shop, shop.pageId)
    const bytes = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const files = [{ fileName: 'a.png', mimetype: 'image/png', bytes }]
    const params = { ticketId: talk.ticket.id }
    const sent = await call(messages.create, { as: shop.company.admin, params, body: { body: 'Olha' }, files })
    expect(sent.status).toBe(201)
    await write(talk, { body: 'palavra '.repeat(400) })
    await settle()
    const all = await got(talk)
    expect(all.slice(0, 2)).toMatchObject([{ media: { type: 'image' } }, { text: 'Olha' }])
    expect(all.slice(2).map(({ text }) => text.length <= 2000 && text.length > 500)).toEqual([true, true])
    expect((await messagesOf(talk)).filter(({ fromMe }) => fromMe)).toHaveLength(2)
  })

  it('leave once when the answer is lost, when Meta is slow to take more, and when who sent them died', async () => {
    const shop = await makeShop()
    await connect(shop)
    const talk = await makeTalk(shop, shop.instagramId)
    await sim('POST', '/faults', { kind: 'lose-answer', call: 'messages' })
    await write(talk, { body: 'uma vez' })
    // The echo waits for the answer: its sender has to come first.
    const failed = await settleUntil(async () => (await messagesOf(talk)).some(({ fromMe, ack }) => fromMe && ack >= 2))
    expect(failed).toBeGreaterThan(0)
    expect((await got(talk)).map(({ text }) => text)).toEqual(['uma vez'])

    await sim('POST', '/faults', { kind: 'throttle', call: 'messages' })
    await write(talk, { body: 'depois' })
    await write(talk, { body: 'e então' })
    await settleUntil(async () => (await got(talk)).length >= 3)
    expect((await got(talk)).map(({ text }) => text)).toEqual(['uma vez', 'depois', 'e então'])
    expect((await messagesOf(talk)).filter(({ fromMe }) => fromMe)).toHaveLength(3)
    allowLogged('message failed')
  })

  it('are refused outside of the window, as Meta would', async () => {
    const shop = await makeShop()
    await connect(shop)
    const talk = await makeTalk(shop, shop.pageId)
    const age = async (hours: number) => {
      const seconds = hours * 3600
      await sim('POST', `/${shop.pageId}/age`, { from: talk.from, seconds })
      const at = (await requireTicket(shop.company.id, talk.ticket.id)).lastContactAt! - seconds * 1000
      await changeTicket(shop.company.id, talk.ticket.id, () => ({ set: { lastContactAt: at } }))
    }
    await age(25)
    expect((await write(talk, { body: 'Ainda dá' })).status).toBe(201)
    await settle()
    expect(await got(talk)).toMatchObject([{ text: 'Ainda dá', asPerson: true }])
    await age(24 * 7)
    const late = await write(talk, { body: 'Tarde' })
    expect([late.status, late.error]).toEqual([422, 'ERR_OUTSIDE_WINDOW'])
    expect((await messagesOf(talk)).filter(({ fromMe }) => fromMe)).toHaveLength(1)
  })

  it('over a page whose token is over show it, and say that it has to be connected again', async () => {
    const shop = await makeShop()
    const [metaPage] = (await connect(shop)).body.connections
    const talk = await makeTalk(shop, shop.pageId)
    await sim('POST', `/${shop.pageId}/revoke`, {})
    await write(talk, { body: 'oi' })
    await settle()
    expect((await messagesOf(talk)).at(-1)).toMatchObject({ ack: 0, error: 'ERR_PAGE_RECONNECT' })
    const as = shop.company.admin
    expect((await call(whatsapp.get, { as, params: { id: metaPage!.id } })).body).toMatchObject({
      status: 'DISCONNECTED',
      disconnectReason: 'token',
    })
    await connect(shop)
    await call(messages.retry, { as, params: { id: (await messagesOf(talk)).at(-1)!.id } })
    await settle()
    expect((await messagesOf(talk)).at(-1)).toMatchObject({ error: null })
    expect((await got(talk)).map(({ text }) => text)).toEqual(['oi'])
  })

  it('know what the channel does not have', async () => {
    const shop = await makeShop()
    await connect(shop)
    const phone = await makeWhatsapp(shop.company.id)
    const talk = await makeTalk(shop, shop.pageId)
    const as = shop.company.admin
    const [message] = (await write(talk, { body: 'oi' })).body.messages
    const params = { id: message!.id }
    const answers = [
      await call(messages.update, { as, params, body: { body: 'outro' } }),
      await call(messages.remove, { as, params }),
      await call(messages.react, { as, params, body: { emoji: '👍' } }),
      await call(tickets.update, { as, params: { id: talk.ticket.id }, body: { whatsappId: phone.id } }),
      await call(schedules.create, {
        as,
        body: {
          contactId: talk.contact.id,
          body: 'Até amanhã',
          sendAt: new Date(Date.now() + 1e6).toISOString(),
        } as never,
      }),
    ]
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => 'ERR_CHANNEL_UNSUPPORTED'))
    await call(tickets.update, { as, params: { id: talk.ticket.id }, body: { status: 'closed', sendFarewell: false } })
    const again = await call(tickets.create, { as, body: { contactId: talk.contact.id } as never })
    expect(again.body).toMatchObject({ whatsappId: talk.ticket.whatsapp.id })
    expect(again.body.lastContactAt).toBe(new Date(talk.ticket.lastContactAt!).toISOString())
    await settle()
    expect(
      await metaPageSendOf({ companyId: as.user.companyId, whatsappId: talk.ticket.whatsapp.id, messageId: 'x' }),
    ).toBeUndefined()
  })
})

/** Settles until `done`, since failed messages come again after a second; counts the failures. */
async function settleUntil(done: () => Promise<boolean>): Promise<number> {
  let failed = 0
  await expect
    .poll(
      async () => {
        failed += await settle()
        return done()
      },
      { timeout: 20_000, interval: 300 },
    )
    .toBe(true)
  failed += await settle()
  return failed
}
