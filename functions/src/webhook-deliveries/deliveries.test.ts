import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeCompany } from '../../test/harness.ts'
import {
  claimWebhookDelivery,
  getWebhookDelivery,
  listWebhookDeliveries,
  newWebhookDelivery,
  recordAttempt,
  sendAgain,
} from '../data/automation/webhook-delivery.ts'
import { transact } from '../data/table/transact.ts'
import { runDelivery } from './run-delivery.ts'
import { nextAttemptAt } from './schedule.ts'
import { signatureOf } from './signature.ts'
import { TARGETS } from './targets.ts'

let server: Server
let url: string
let statuses: number[]
let seen: { headers: Record<string, string | string[] | undefined>; body: string }[]

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    seen.push({ headers: request.headers, body })
    response.writeHead(statuses.shift() ?? 200).end('{"ok":true}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  url = `http://127.0.0.1:${port}/hook`
  const { config } = await import('../config.ts')
  vi.spyOn(config(), 'OUTGOING_PRIVATE_HOSTS', 'get').mockReturnValue([`127.0.0.1:${port}`])
  TARGETS.webhook = { addressOf: async () => ({ url, secret: 'whsec_1' }) }
})
beforeEach(() => {
  statuses = []
  seen = []
})
afterAll(() => server.close())

async function made(orderKey: string | null = null, of?: string, targetId = newId()) {
  const companyId = of ?? (await makeCompany()).id
  const { row, writes } = newWebhookDelivery(companyId, {
    target: 'webhook',
    targetId,
    event: 'ticket.opened',
    body: '{"a":1}',
    orderKey,
  })
  await transact(writes)
  return row
}

describe('a delivery', () => {
  it('is signed over its bytes and delivered once, however often it is asked for', async () => {
    const row = await made()
    await Promise.all([1, 2, 3].map(() => runDelivery({ companyId: row.companyId, deliveryId: row.id })))
    await runDelivery({ companyId: row.companyId, deliveryId: row.id })
    expect(seen).toHaveLength(1)
    const { headers, body } = seen[0]!
    const t = Number(/t=(\d+)/.exec(String(headers['x-balcao-signature']))![1])
    expect(headers['x-balcao-signature']).toBe(signatureOf('whsec_1', '{"a":1}', t * 1000))
    expect(body).toBe('{"a":1}')
    expect(await getWebhookDelivery(row.companyId, row.id)).toMatchObject({
      status: 'delivered',
      tries: 1,
      lastStatus: 200,
    })
  })
  it('that fails waits for its next try, and is delivered then', async () => {
    const row = await made()
    statuses = [503]
    await runDelivery({ companyId: row.companyId, deliveryId: row.id })
    const failed = await getWebhookDelivery(row.companyId, row.id)
    expect(failed).toMatchObject({ status: 'waiting', tries: 1, lastStatus: 503, lastError: 'ERR_DELIVERY_REFUSED' })
    expect(failed!.nextAt).toBeGreaterThan(Date.now())
    // Not due yet.
    await runDelivery({ companyId: row.companyId, deliveryId: row.id })
    expect(seen).toHaveLength(1)
    await sendAgain(row.companyId, row.id, Date.now())
    await runDelivery({ companyId: row.companyId, deliveryId: row.id })
    expect(await getWebhookDelivery(row.companyId, row.id)).toMatchObject({ status: 'delivered' })
    expect(seen.map(({ headers }) => headers['x-balcao-delivery'])).toEqual([row.id, row.id])
  })
  it('waits for those before it in its partition', async () => {
    const first = await made('ticket-1')
    const second = await made('ticket-1', first.companyId, first.targetId)
    await runDelivery({ companyId: second.companyId, deliveryId: second.id })
    expect(seen).toEqual([])
    await runDelivery({ companyId: first.companyId, deliveryId: first.id })
    await runDelivery({ companyId: second.companyId, deliveryId: second.id })
    expect(seen.map(({ headers }) => headers['x-balcao-delivery'])).toEqual([first.id, second.id])
  })
  it('is given up when its address is gone, and stays in the log of its own company alone', async () => {
    const row = await made()
    const { addressOf } = TARGETS.webhook!
    TARGETS.webhook!.addressOf = async () => undefined
    await runDelivery({ companyId: row.companyId, deliveryId: row.id })
    TARGETS.webhook!.addressOf = addressOf
    const { rows } = await listWebhookDeliveries(row.companyId, row.targetId, { limit: 20 })
    expect(rows).toMatchObject([{ id: row.id, status: 'failed', lastError: 'ERR_DELIVERY_TARGET_GONE' }])
    expect((await listWebhookDeliveries(newId(), row.targetId, { limit: 20 })).rows).toEqual([])
    await expect(sendAgain(newId(), row.id, Date.now())).rejects.toMatchObject({ code: 'ERR_NO_DELIVERY_FOUND' })
  })
  it('belongs to who claimed it last', async () => {
    const row = await made()
    const now = Date.now()
    const dead = await claimWebhookDelivery(row.companyId, row.id, now)
    expect(await claimWebhookDelivery(row.companyId, row.id, now + 1000)).toBeUndefined()
    const alive = await claimWebhookDelivery(row.companyId, row.id, now + 120_000)
    expect(await recordAttempt(dead!, { delivered: true, status: 200 }, now)).toBeUndefined()
    expect(await recordAttempt(alive!, { delivered: true, status: 200 }, now)).toMatchObject({ status: 'delivered' })
  })
})

it('integrations are tried for an hour, webhooks for a day', () => {
  const span = (target: 'integration' | 'webhook') => {
    let at = 0
    let tries = 1
    for (let next = nextAttemptAt(target, tries, at); next !== null; next = nextAttemptAt(target, ++tries, at))
      at = next
    return { tries, minutes: Math.round(at / 60_000) }
  }
  expect(span('integration')).toEqual({ tries: 6, minutes: 56 })
  expect(span('webhook')).toEqual({ tries: 10, minutes: 1401 })
})
