import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { keys } from '@balcao/shared/table.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Host } from '../src/host.ts'
import { createWorld, newWhatsappId, until, type World } from './harness.ts'

const ANA = '5511988887777'

let world: World
let host: Host
let next = 1
let shop: string
let ids: { companyId: string; connectionId: string }

const published = () => world.events.flatMap(event => (event.type === 'connection' && isMine(event) ? [event] : []))
const isMine = (event: { connectionId: string }) => event.connectionId === ids.connectionId
const statuses = () => published().map(event => event.status)
const act = (action: 'start' | 'newQr' | 'logout' | 'forget') =>
  world.command({ ...ids, type: 'session', action, at: Date.now() })
/** The next state of this kind, published after now. */
const state = (status: string) => {
  const before = published().length
  return async () => {
    await until(() =>
      published()
        .slice(before)
        .some(event => event.status === status),
    )
    return published()
      .slice(before)
      .find(event => event.status === status)!
  }
}
const stored = async () => {
  const { pk } = keys.auth(ids.companyId, ids.connectionId)
  const { Items = [] } = await world.clients.table.send(
    new QueryCommand({
      TableName: world.names.table,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
    }),
  )
  return Items
}
const send = async (body: string) => {
  const whatsappMessageId = newWhatsappId()
  await world.command({
    ...ids,
    type: 'send',
    to: { number: ANA },
    whatsappMessageId,
    content: { kind: 'text', body },
    queuedAt: Date.now(),
  })
  return whatsappMessageId
}
const delivered = (id: string) => world.expectEvent('ack', event => event.whatsappMessageId === id && event.ack === 3)

beforeAll(async () => {
  world = await createWorld()
  world.simulator.addPhone({ number: ANA, name: 'Ana' })
  host = await world.host({}, { timeouts: { closedMs: 60_000, probeMs: 600 } })
})
afterAll(() => world.close())

describe('a socket that closes', () => {
  beforeEach(async () => {
    shop = `551190000${String(next++).padStart(4, '0')}`
    ids = await world.pair(shop)
  })

  it.each([
    ['drop', 428],
    ['unavailable', 503],
    ['restart', 515],
  ] as const)(
    '%s (%i): opens again; what came meanwhile is published as replayed, and the gap too',
    async (kind, _reason) => {
      const from = Date.now()
      const connected = state('CONNECTED')
      world.simulator.fault({ kind, number: shop })
      const id = await world.simulator.phone(ANA).sendText(shop, 'enquanto você estava fora')
      const waiting = await send('espera a reconexão')
      await connected()
      const event = await world.expectEvent('message', message => message.whatsappMessageId === id)
      expect(event).toMatchObject({ body: 'enquanto você estava fora' })
      await delivered(waiting)
      expect(statuses()).not.toContain('DISCONNECTED')
      if (!event.replayed) return
      const gap = await world.expectEvent('gap', isMine)
      expect(gap.recovered).toBe(1)
      expect(gap.from).toBeGreaterThan(from - 60_000)
      expect(gap.to).toBeGreaterThan(gap.from)
    },
  )

  it('half-open: is found by the probe and opened again', async () => {
    const connected = state('CONNECTED')
    world.simulator.fault({ kind: 'half-open', number: shop, ms: 60_000 })
    const id = await world.simulator.phone(ANA).sendText(shop, 'no vazio')
    await connected()
    expect(await world.expectEvent('message', message => message.whatsappMessageId === id)).toBeTruthy()
  })

  it('replaced (440): does not fight; "try again" opens it without a new QR', async () => {
    const disconnected = state('DISCONNECTED')
    world.simulator.fault({ kind: 'replace', number: shop })
    await disconnected()
    await new Promise(resolve => setTimeout(resolve, 1500))
    expect(statuses().at(-1)).toBe('DISCONNECTED')
    const connected = state('CONNECTED')
    await act('start')
    await connected()
    expect(statuses().filter(status => status === 'qrcode')).toHaveLength(1)
  })

  it('logged out on the handset (401): forgets the credentials; "try again" asks for a QR', async () => {
    expect((await stored()).length).toBeGreaterThan(5)
    const disconnected = state('DISCONNECTED')
    world.simulator.fault({ kind: 'logout', number: shop })
    await disconnected()
    expect(await stored()).toEqual([])
    const qr = state('qrcode')
    await act('start')
    const connected = state('CONNECTED')
    await world.simulator.scan((await qr()).qrcode, shop)
    await connected()
    await delivered(await send('de volta'))
  })
})

describe('what a person does', () => {
  beforeEach(async () => {
    shop = `551190000${String(next++).padStart(4, '0')}`
    ids = await world.pair(shop)
  })

  it('disconnect: the handset unlinks us and a new QR is needed', async () => {
    const disconnected = state('DISCONNECTED')
    await act('logout')
    await disconnected()
    expect(world.simulator.phone(shop).devices).toHaveLength(0)
    expect(await stored()).toEqual([])
  })

  it('new QR: begins from scratch', async () => {
    const qr = state('qrcode')
    await act('newQr')
    expect((await qr()).qrcode).toMatch(/^https:\/\/wa\.me\/settings\/linked_devices#2@/)
    expect(world.simulator.phone(shop).devices).toHaveLength(0)
  })

  it('delete: nothing is left', async () => {
    await act('forget')
    await world.unregister(ids.connectionId)
    await until(async () => (await stored()).length === 0)
    expect(world.simulator.phone(shop).devices).toHaveLength(0)
  })
})

it('a restart of the host needs no new QR, and a message in its gap is recovered', async () => {
  shop = `551190000${String(next++).padStart(4, '0')}`
  ids = await world.pair(shop)
  await host.close()
  const id = await world.simulator.phone(ANA).sendText(shop, 'host parado')
  const waiting = await send('na fila')
  const connected = state('CONNECTED')
  host = await world.host({}, { timeouts: { probeMs: 600 } })
  await connected()
  const event = await world.expectEvent('message', message => message.whatsappMessageId === id)
  expect(event).toMatchObject({ body: 'host parado', replayed: true })
  await delivered(waiting)
  expect(await world.expectEvent('gap', isMine)).toMatchObject({ recovered: 1 })
  expect(statuses().filter(status => status === 'qrcode')).toHaveLength(1)
})
