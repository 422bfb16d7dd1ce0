/**
 * Behavior of the push worker with a push service that accepts pushes, and with one that does not.
 */

import { type RunningSimulators, startSimulators } from '@balcao/infra/simulators/start-simulators.ts'
import { DEFAULT_PREFERENCES } from '@balcao/shared/entities/preferences.ts'
import type { PushWork } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { allowLogged } from '@balcao/shared/test/output.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../test/fake-gateway.ts'
import { makeCompany, makeQueue, makeUser, type TestCompany, type TestUser } from '../../test/harness.ts'
import { makeTicket } from '../../test/make-ticket.ts'
import { batchOf, inbound, makeFixture } from '../../test/pipeline-fixture.ts'
import { startSession } from '../../test/start-session.ts'
import { savePreferences } from '../data/account/preferences.ts'
import { addPushDevice, pushDevicesOf } from '../data/account/push-device.ts'
import { changeCompany } from '../data/company/company.ts'
import { storeMessage } from '../data/tickets/ticket.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import type * as outgoing from '../integrations/outgoing/call-external-url.ts'
import { vapidPublicKey } from '../integrations/web-push/vapid.ts'
import type * as enqueue from '../messaging/enqueue.ts'
import { handler as inboundHandler } from '../workers/inbound/handler.ts'
import { handler } from '../workers/pushes/handler.ts'
import { takePush } from './take-push.ts'

/** Time limit of a call here (ms); a push service that hangs takes far longer. */
const LIMIT_MS = 400

vi.mock('../integrations/outgoing/call-external-url.ts', async original => {
  const real = await original<typeof outgoing>()
  const callExternalUrl: typeof outgoing.callExternalUrl = (url, request, options = {}) =>
    real.callExternalUrl(url, request, { ...options, timeoutMs: LIMIT_MS })
  return { ...real, callExternalUrl }
})

/** Work that went to the queue, which this array replaces. */
const asked = vi.hoisted(() => [] as { push: PushWork; delay: number }[])
vi.mock('../messaging/enqueue.ts', async original => ({
  ...(await original<typeof enqueue>()),
  async enqueuePush(push: PushWork, delay = 0) {
    asked.push({ push, delay })
  },
}))

type Arrived = { id: string; topic: string | null; ttl: number; urgency: string | null; text: string | null }

let simulators: RunningSimulators
let gateway: FakeGateway
let company: TestCompany
beforeAll(async () => {
  simulators = await startSimulators()
  Object.assign(process.env, simulators.env)
  gateway = await startFakeGateway()
  company = await makeCompany()
})
beforeEach(async () => {
  asked.length = 0
  await sim('DELETE', '/push/faults')
})
afterAll(async () => {
  await gateway.close()
  await simulators.close()
})

async function sim<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${simulators.url}/sim${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return (await response.json()) as T
}

/** A browser of a user, subscribed at the double. */
async function subscribe({ actor }: TestUser, changes: { language?: 'pt' | 'en' | 'es'; key?: string } = {}) {
  const { language = 'pt', key = vapidPublicKey() } = changes
  const browser = await sim<{ id: string; endpoint: string; keys: { p256dh: string; auth: string } }>(
    'POST',
    '/push/subscriptions',
    { applicationServerKey: key },
  )
  const subscription = { endpoint: browser.endpoint, ...browser.keys }
  const device = await addPushDevice({ ...actor, language, browser: 'Firefox · Windows', subscription })
  return {
    device,
    id: browser.id,
    arrived: async () =>
      (await sim<{ arrived: Arrived[] }>('GET', '/push')).arrived
        .filter(({ id }) => id === browser.id)
        .map(push => ({ ...push, data: push.text === null ? null : JSON.parse(push.text) })),
    fault: (fault: object) => sim('POST', '/push/faults', { id: browser.id, ...fault }),
  }
}

async function write(ticket: TicketRow, body = 'Bom dia, o pão saiu?') {
  const stored = await storeMessage(ticket, {
    ...{ id: newId(), connectionId: ticket.whatsapp.id, whatsappMessageId: newId(), body },
    ...{ fromMe: false, mediaType: 'chat', origin: 'contact' },
  })
  if (stored.outcome !== 'stored') throw new Error(stored.outcome)
  return stored.message
}

/** Processes the queued work, as the queue would; returns the users a push was sent to. */
async function deliver(
  message: { companyId: string; ticketId: string; id: string },
  at = Date.now(),
): Promise<string[]> {
  const { companyId, ticketId, id: messageId } = message
  await takePush({ type: 'message', companyId, ticketId, messageId, at })
  const sends = asked.splice(0).map(({ push }) => push)
  for (const push of sends) await takePush(push)
  return sends.flatMap(push => (push.type === 'send' ? [push.userId] : []))
}

const gone = async ({ user }: TestUser) => (await pushDevicesOf(user.companyId, user.id)).length === 0

describe('a message', () => {
  it('queues pushes if somebody has a device, and none if nobody has', async () => {
    const fixture = await makeFixture()
    const come = async () => {
      expect((await inboundHandler(batchOf([inbound(fixture)]))).batchItemFailures).toEqual([])
      return asked.splice(0).map(({ push }) => push)
    }
    expect(await come()).toEqual([])
    await subscribe(await makeUser(fixture.companyId))
    expect(await come()).toEqual([expect.objectContaining({ type: 'message', companyId: fixture.companyId })])
  })

  it('is pushed without its content, in the language of the browser, to whose it is', async () => {
    const queue = await makeQueue(company.id)
    const [ana, bia] = [await makeUser(company.id, { queueIds: [queue.id] }), await makeUser(company.id)]
    const [phone, desk, other] = [await subscribe(ana), await subscribe(ana, { language: 'en' }), await subscribe(bia)]
    const ticket = await makeTicket(company.id, { status: 'open', queue, user: ana.user })
    const message = await write(ticket)
    expect(await deliver(message)).toEqual([ana.user.id, ana.user.id])
    const [push] = await phone.arrived()
    expect(push).toMatchObject({ ttl: 4 * 3600, urgency: 'high', topic: expect.stringMatching(/^[\w-]{32}$/) })
    expect(push!.data).toEqual({
      ...{ title: 'Balcão', body: 'Nova mensagem' },
      ...{ tag: ticket.id, url: `/tickets/${ticket.id}`, message: message.id },
    })
    expect((await desk.arrived()).map(({ data }) => data.body)).toEqual(['New message'])
    expect(await other.arrived()).toEqual([])
    await deliver(await write(ticket))
    const topics = (await phone.arrived()).map(({ topic }) => topic)
    expect(new Set(topics).size).toBe(1)
  })

  it('is pushed with name and text once its user allows it', async () => {
    const queue = await makeQueue(company.id)
    const ana = await makeUser(company.id, { queueIds: [queue.id] })
    const phone = await subscribe(ana)
    const notifications = { ...DEFAULT_PREFERENCES.notifications, pushText: true }
    await savePreferences(company.id, ana.user.id, { ...DEFAULT_PREFERENCES, notifications, version: 0 })
    const ticket = await makeTicket(company.id, { status: 'open', queue })
    await deliver(await write(ticket, 'x'.repeat(500)))
    await deliver(await write(ticket, ''))
    expect((await phone.arrived()).map(({ data }) => [data.title, data.body])).toEqual([
      ['Maria', `${'x'.repeat(159)}…`],
      ['Maria', 'Nova mensagem'],
    ])
  })

  it('is pushed to nobody whom a live event would not alert: other queues, other companies, a colleague’s, pending ones', async () => {
    const [queue, another] = [await makeQueue(company.id), await makeQueue(company.id)]
    const mine = await makeUser(company.id, { queueIds: [queue.id] })
    const all = await makeUser(company.id, { queueIds: [queue.id], allTicket: 'enabled' })
    const elsewhere = await makeUser(company.id, { queueIds: [another.id] })
    const foreign = (await makeCompany()).admin
    for (const who of [mine, all, elsewhere, foreign]) await subscribe(who)
    const pending = await makeTicket(company.id, { queue })
    expect(await deliver(await write(pending))).toEqual([all.user.id])
    const open = await makeTicket(company.id, { status: 'open', queue, user: mine.user })
    expect(await deliver(await write(open))).toEqual([mine.user.id])
  })

  it('is not pushed to users who have a browser open and see it; a hidden one, and one of support, do not count', async () => {
    const queue = await makeQueue(company.id)
    const ana = await makeUser(company.id, { queueIds: [queue.id] })
    const phone = await subscribe(ana)
    const ticket = await makeTicket(company.id, { status: 'open', queue, user: ana.user })
    const tab = await gateway.open(ana)
    await tab.send({ action: 'joinScreen' })
    expect(await deliver(await write(ticket))).toEqual([])
    await tab.send({ action: 'leaveScreen' })
    expect(await deliver(await write(ticket))).toEqual([ana.user.id])
    await tab.send({ action: 'joinScreen' })
    await tab.leave()
    expect(await deliver(await write(ticket))).toEqual([ana.user.id])
    expect(await phone.arrived()).toHaveLength(2)
  })

  it('that somebody came to look at meanwhile is not pushed', async () => {
    const queue = await makeQueue(company.id)
    const ana = await makeUser(company.id, { queueIds: [queue.id] })
    const phone = await subscribe(ana)
    const { companyId, ticketId, id } = await write(await makeTicket(company.id, { status: 'open', queue }))
    await takePush({ type: 'message', companyId, ticketId, messageId: id, at: Date.now() })
    const { push } = asked.splice(0)[0]!
    const tab = await gateway.open(ana)
    await tab.send({ action: 'joinScreen' })
    await takePush(push)
    expect(await phone.arrived()).toEqual([])
  })

  it('is pushed to no one of a company that is disabled, or past its due date, nor hours later', async () => {
    for (const change of [{ status: false }, { dueDate: new Date(Date.now() - 1000).toISOString() }]) {
      const other = await makeCompany()
      const queue = await makeQueue(other.id)
      const ana = await makeUser(other.id, { queueIds: [queue.id] })
      await subscribe(ana)
      const message = await write(await makeTicket(other.id, { status: 'open', queue }))
      await changeCompany(other.id, change)
      expect(await deliver(message)).toEqual([])
    }
    const queue = await makeQueue(company.id)
    await subscribe(await makeUser(company.id, { queueIds: [queue.id] }))
    const message = await write(await makeTicket(company.id, { status: 'open', queue }))
    expect(await deliver(message, Date.now() - 5 * 3600_000)).toEqual([])
    expect(await deliver(message)).toHaveLength(1)
  })
})

describe('a device', () => {
  async function oneTold() {
    const queue = await makeQueue(company.id)
    const ana = await makeUser(company.id, { queueIds: [queue.id] })
    const phone = await subscribe(ana)
    const ticket = await makeTicket(company.id, { status: 'open', queue })
    const message = await write(ticket)
    return { ana, phone, ticket, message }
  }

  it('whose session was replaced gets no more pushes, and is forgotten', async () => {
    const { ana, phone, message } = await oneTold()
    await startSession({ ...ana.actor, sessionId: newId() })
    await deliver(message)
    expect(await phone.arrived()).toEqual([])
    expect(await gone(ana)).toBe(true)
  })

  it.each([404, 410, 403])('is forgotten when its push service answers %i', async status => {
    const { ana, phone, message } = await oneTold()
    await phone.fault({ kind: 'answer', status })
    await deliver(message)
    expect(await gone(ana)).toBe(true)
    expect(asked).toEqual([])
  })

  it('that its browser ended, or that is for another key of ours, is forgotten', async () => {
    const { ana, phone, message } = await oneTold()
    await sim('DELETE', `/push/subscriptions/${phone.id}`)
    await deliver(message)
    expect(await gone(ana)).toBe(true)
    const stranger = await oneTold()
    await pushDevicesOf(company.id, stranger.ana.user.id)
    await subscribe(stranger.ana, { key: `B${'A'.repeat(86)}` })
    await deliver(stranger.message)
    expect(await pushDevicesOf(company.id, stranger.ana.user.id)).toHaveLength(1)
  })

  it.each([
    ['asks for time', { kind: 'throttle', retryAfter: 120 }, 120],
    ['asks for more time than a queue waits', { kind: 'throttle', retryAfter: 90_000 }, 900],
    ['is broken', { kind: 'answer', status: 503 }, 15],
    ['hangs', { kind: 'hang' }, 15],
  ])('whose push service %s gets it later, and once', async (_, fault, delay) => {
    const { ana, phone, message } = await oneTold()
    await phone.fault(fault)
    await deliver(message)
    expect(asked).toEqual([{ push: expect.objectContaining({ type: 'send', tries: 1 }), delay }])
    expect(await phone.arrived()).toEqual([])
    await takePush(asked.splice(0)[0]!.push)
    expect(await phone.arrived()).toHaveLength(1)
    expect([asked, await gone(ana)]).toEqual([[], false])
  })

  it('that is put off again and again is given up, for this message and at last for all', async () => {
    const { ana, phone, message } = await oneTold()
    await phone.fault({ kind: 'answer', status: 500, count: 100 })
    let tries = 0
    for (let i = 0; i < 4; i++) {
      await deliver(message)
      for (let next = asked.shift(); next; next = asked.shift()) {
        tries += 1
        await takePush(next.push)
      }
    }
    // Four tries more of each; the twentieth failure in a row is the last.
    expect(tries).toBe(16)
    expect(await gone(ana)).toBe(true)
  })

  it('that hangs holds back no other, and what cannot be read is the one that fails', async () => {
    const { phone, message } = await oneTold()
    const well = await oneTold()
    await phone.fault({ kind: 'hang' })
    await takePush({ type: 'message', ...pick(message), at: Date.now() })
    await takePush({ type: 'message', ...pick(well.message), at: Date.now() })
    const bodies = asked.splice(0).map(({ push }) => JSON.stringify(push))
    const { batchItemFailures } = await handler(batchOf([...bodies, '{}']))
    allowLogged('message failed')
    expect(batchItemFailures).toEqual([{ itemIdentifier: `m${bodies.length}` }])
    expect(await well.phone.arrived()).toHaveLength(1)
  })

  it('gets the push of a killed worker again, in the place of the first', async () => {
    const { phone, message } = await oneTold()
    await deliver(message)
    await deliver(message)
    const pushes = await phone.arrived()
    expect(pushes).toHaveLength(2)
    expect(new Set(pushes.map(({ topic, data }) => `${topic} ${data.tag} ${data.message}`)).size).toBe(1)
  })

  it('shows a test that its user asked for, whoever looks', async () => {
    const { ana, phone } = await oneTold()
    const tab = await gateway.open(ana)
    await tab.send({ action: 'joinScreen' })
    const { companyId, userId, id: deviceId } = phone.device
    await takePush({ type: 'send', companyId, userId, deviceId, about: null, at: Date.now(), tries: 0 })
    expect((await phone.arrived()).map(({ data }) => data.body)).toEqual(['Teste: os avisos chegam neste dispositivo.'])
  })
})

const pick = ({ companyId, ticketId, id }: { companyId: string; ticketId: string; id: string }) => ({
  ...{ companyId, ticketId },
  messageId: id,
})
