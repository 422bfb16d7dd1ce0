/** An address that is down: who waits, who probes, and that nothing is lost or told twice. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deliveries } from '@balcao/shared/api/automation/deliveries.ts'
import { webhooks } from '@balcao/shared/api/automation/webhooks.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { call, makeCompany, makePlan } from '../../test/harness.ts'
import { batchOf, inbound, makeFixture } from '../../test/pipeline-fixture.ts'
import { someNumber } from '../../test/some-number.ts'
import { config } from '../config.ts'
import { addWebhook, WEBHOOK_SECRET, WEBHOOKS } from '../data/automation/webhook.ts'
import {
  getWebhookDelivery,
  newWebhookDelivery,
  waitingWebhookDeliveries,
} from '../data/automation/webhook-delivery.ts'
import { getRow } from '../data/table/small-list.ts'
import { transact } from '../data/table/transact.ts'
import { seal } from '../integrations/sealed.ts'
import { handler as takeInbound } from '../workers/inbound/handler.ts'
import { handler } from '../workers/webhook-deliveries/handler.ts'
import { MAX_FAILURES } from './circuit.ts'
import { runDelivery } from './run-delivery.ts'
import { keptUntil } from './schedule.ts'

let server: Server
let url: string
let status: number
/** The deliveries that came, in order. */
let seen: string[]

beforeAll(async () => {
  server = createServer(async (request, response) => {
    for await (const _ of request);
    seen.push(String(request.headers['x-balcao-delivery']))
    response.writeHead(status).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  vi.spyOn(config(), 'OUTGOING_PRIVATE_HOSTS', 'get').mockReturnValue([new URL(url).host])
})
beforeEach(() => {
  status = 503
  seen = []
})
afterEach(() => vi.mocked(Date.now).mockRestore?.())
afterAll(() => server.close())

/** From here on it is so much later. */
function later(ms: number): void {
  const now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now + ms)
}

async function makeHook() {
  const { id: companyId, admin: as } = await makeCompany()
  const body = { name: 'Sistema', url, events: ['ticket.opened' as const] }
  const { id } = (await call(webhooks.create, { as, body })).body
  const given = { target: 'webhook', targetId: id, event: 'ticket.opened', body: '{}' } as const
  const add = async () => {
    const { row, writes } = newWebhookDelivery(companyId, given)
    await transact(writes)
    return row.id
  }
  const take = (...ids: string[]) => Promise.all(ids.map(deliveryId => runDelivery({ companyId, deliveryId })))
  return {
    ...{ companyId, as, id, add, take },
    addMany: (count: number) => Promise.all(Array.from({ length: count }, add)),
    shown: async () => (await call(webhooks.get, { as, params: { id } })).body.down,
    /** Adds as many failing events as open the circuit, one after the other; returns their ids. */
    async fail() {
      const ids: string[] = []
      for (let i = 0; i < MAX_FAILURES; i++) {
        ids.push(await add())
        await take(ids[i]!)
      }
      return ids
    },
  }
}

it('is left alone behind five failures in a row, of any of its events; what waits is tried by one at a time, and then goes', async () => {
  // The clock stands still but for what the test says.
  later(0)
  const hook = await makeHook()
  await hook.fail()
  expect(seen).toHaveLength(MAX_FAILURES)
  expect(await hook.shown()).toMatchObject({ since: expect.any(String), nextTryAt: expect.any(String) })
  const waiting = await hook.addMany(20)
  await hook.take(...waiting)
  expect(seen).toHaveLength(MAX_FAILURES)
  const row = await getWebhookDelivery(hook.companyId, waiting[0]!)
  expect(row).toMatchObject({ status: 'waiting', tries: 0, nextAt: Date.parse((await hook.shown())!.nextTryAt) })

  // A probe, of twenty that come at once; it fails too, and the pause is longer.
  later(61_000)
  await hook.take(...waiting)
  expect(seen).toHaveLength(MAX_FAILURES + 1)
  expect(Date.parse((await hook.shown())!.nextTryAt)).toBeGreaterThan(Date.now() + 110_000)

  later(121_000)
  status = 200
  await hook.take(...waiting)
  expect(await hook.shown()).toBeNull()
  later(21_000)
  for (let i = 0; i < 2; i++) await hook.take(...waiting)
  const tried = seen.slice(MAX_FAILURES)
  // One of them was the first probe.
  expect([new Set(tried).size, tried.length]).toEqual([20, 21])
  for (const id of waiting) expect(await getWebhookDelivery(hook.companyId, id)).toMatchObject({ status: 'delivered' })
})

it('that answers in between is not down', async () => {
  const hook = await makeHook()
  for (let i = 0; i < MAX_FAILURES + 2; i++) {
    status = i === 3 ? 200 : 503
    await hook.take(await hook.add())
  }
  expect([seen.length, await hook.shown()]).toEqual([MAX_FAILURES + 2, null])
  // Nor does it become so by what probes one that is.
  await call(webhooks.update, { as: hook.as, params: { id: hook.id }, body: { name: 'Outro' } })
  await call(webhooks.test, { as: hook.as, params: { id: hook.id } })
  expect(await hook.shown()).toBe(null)
})

it('is probed at once by who sends again, tests, or changes the webhook', async () => {
  later(0)
  const hook = await makeHook()
  const [first] = await hook.fail()
  const { as, id } = hook
  await call(deliveries.sendAgain, { as, params: { id: first! } })
  await hook.take(first!)
  const { body: ping } = await call(webhooks.test, { as, params: { id } })
  await hook.take(ping.id)
  expect(seen.slice(MAX_FAILURES)).toEqual([first, ping.id])
  status = 200
  await call(webhooks.update, { as, params: { id }, body: { url: `${url}/new` } })
  await hook.take(await hook.add())
  expect([seen.length, await hook.shown()]).toEqual([MAX_FAILURES + 3, null])
})

it('is waited for no longer than an event is kept, which can be sent again then', async () => {
  const hook = await makeHook()
  const id = await hook.add()
  const { since } = (await getWebhookDelivery(hook.companyId, id))!
  later(keptUntil('webhook', since) - Date.now())
  await hook.fail()
  await hook.take(id)
  expect(await getWebhookDelivery(hook.companyId, id)).toMatchObject({
    ...{ status: 'failed', tries: 0, lastError: 'ERR_DELIVERY_ADDRESS_DOWN' },
  })
  status = 200
  await call(deliveries.sendAgain, { as: hook.as, params: { id } })
  await hook.take(id)
  expect(await getWebhookDelivery(hook.companyId, id)).toMatchObject({ status: 'delivered' })
})

it('a hundred and twenty events of a second are delivered once each, however often the queue hands them out', async () => {
  status = 200
  const { companyId, connectionId } = await makeFixture({ planId: (await makePlan()).id })
  const hook = await addWebhook(companyId, {
    ...{ name: 'Sistema', url, events: ['message.received'], active: true, failures: 0, down: null },
    secret: seal(companyId, WEBHOOK_SECRET, 'whsec_x'),
  })
  const messages = Array.from({ length: 120 }, () =>
    inbound({ companyId, connectionId, number: someNumber() } as never),
  )
  const batches = Array.from({ length: 12 }, (_, i) => messages.slice(10 * i, 10 * i + 10))
  await Promise.all(
    batches.map(async (batch, i) =>
      expect((await takeInbound(batchOf(batch, `chat-${i}`))).batchItemFailures).toEqual([]),
    ),
  )
  const waiting = await waitingWebhookDeliveries(companyId, hook.id, 200)
  expect(waiting).toHaveLength(120)
  const asked = waiting.map(({ id }) => JSON.stringify({ companyId, deliveryId: id }))
  for (let round = 0; round < 2; round++)
    await Promise.all(
      Array.from({ length: 24 }, (_, i) => handler(batchOf([...asked.slice(5 * i, 5 * i + 5), asked[i]!]))),
    )
  expect([seen.length, new Set(seen).size]).toEqual([120, 120])
  expect(await waitingWebhookDeliveries(companyId, hook.id, 200)).toEqual([])
  expect(await getRow(companyId, WEBHOOKS, hook.id)).toMatchObject({ failures: 0, down: null })
}, 120_000)
