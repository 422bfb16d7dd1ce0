import { randomBytes } from 'node:crypto'
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { CUT_MARK } from '@balcao/shared/rules/cut-text.ts'
import { keys } from '@balcao/shared/table.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Host } from '../src/host.ts'
import { type FaultyClients, faultyClients } from './faulty-clients.ts'
import { createWorld, newWhatsappId, until, type World } from './harness.ts'

const ANA = '5511988887777'

let world: World
let faulty: FaultyClients
let host: Host
let next = 1
let shop: string
let ids: { companyId: string; connectionId: string }

const connected = () => until(() => host.states().CONNECTED === next - 1)
const message = (id: string) => world.expectEvent('message', event => event.whatsappMessageId === id, 25_000)
const copies = (id: string) =>
  world.events.filter(event => event.type === 'message' && event.whatsappMessageId === id).length
const send = async (body: string) => {
  const whatsappMessageId = newWhatsappId()
  const content = { kind: 'text' as const, body }
  await world.command({ ...ids, type: 'send', to: { number: ANA }, whatsappMessageId, content, queuedAt: Date.now() })
  return whatsappMessageId
}

beforeAll(async () => {
  world = await createWorld()
  faulty = faultyClients()
  world.simulator.addPhone({ number: ANA, name: 'Ana' })
  host = await world.host({}, { clients: faulty.clients, timeouts: { probeMs: 1000 } })
})
beforeEach(async () => {
  shop = `551190000${String(next++).padStart(4, '0')}`
  ids = await world.pair(shop)
  // What follows a first login (history, keys) is over when a message has come and gone.
  await message(await world.simulator.phone(ANA).sendText(shop, 'oi'))
  const id = await send('olá')
  await world.expectEvent('ack', event => event.whatsappMessageId === id && event.ack === 3)
})
afterEach(() => {
  faulty.failTable = () => false
  faulty.failQueue = () => false
  faulty.refuse = () => false
})
afterAll(async () => {
  expect(world.simulator.network.errors).toEqual([])
  await world.close()
})

it('the inbound queue is away: WhatsApp is not told that a message arrived before it has', async () => {
  faulty.failQueue = command => command === 'SendMessageBatchCommand'
  const id = await world.simulator.phone(ANA).sendText(shop, 'fila parada')
  await new Promise(resolve => setTimeout(resolve, 1500))
  // One tick at the contact: the receipt is held back.
  expect(world.simulator.network.store.findMessage(ANA, id)?.ack).toBe(2)
  faulty.failQueue = () => false
  await message(id)
  await until(() => world.simulator.network.store.findMessage(ANA, id)?.ack === 3)
  await connected()
  expect(copies(id)).toBe(1)
})

it('the inbound queue refuses an event for good: a placeholder comes in its place, and it is kept aside', async () => {
  faulty.refuse = body => body.includes('veneno')
  const id = await world.simulator.phone(ANA).sendText(shop, 'veneno')
  const next = await world.simulator.phone(ANA).sendText(shop, 'depois')
  expect(await message(next)).toMatchObject({ body: 'depois' })
  expect(await message(id)).toMatchObject({ kind: 'unsupported', body: CUT_MARK, chat: { number: ANA } })
  // WhatsApp is told that it arrived: it would deliver the same again and again.
  await until(() => world.simulator.network.store.findMessage(ANA, id)?.ack === 3)
  expect(await (await fetch(host.healthUrl)).json()).toMatchObject({ refusals: 1, backlog: 0 })
  const { pk, skPrefix } = keys.auth(ids.companyId, ids.connectionId)
  const { Items = [] } = await world.clients.table.send(
    new QueryCommand({
      TableName: world.names.table,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ':prefix': `${skPrefix}aside#` },
    }),
  )
  expect(Items).toHaveLength(1)
})

it('the table is away: no ratchet step leaves that is not stored, and nothing is lost', async () => {
  faulty.failTable = (command, input) =>
    command === 'PutItemCommand' && JSON.stringify(input).includes(`${ids.companyId}#auth`)
  const incoming = await world.simulator.phone(ANA).sendText(shop, 'tabela parada')
  const outgoing = await send('tabela parada também')
  await message(incoming)
  await new Promise(resolve => setTimeout(resolve, 1500))
  expect(world.simulator.network.store.findMessage(ANA, incoming)?.ack).toBe(2)
  expect(world.simulator.network.store.findMessage(ANA, outgoing)).toBeUndefined()
  faulty.failTable = () => false
  await world.expectEvent('ack', event => event.whatsappMessageId === outgoing && event.ack === 3, 25_000)
  await until(() => world.simulator.network.store.findMessage(ANA, incoming)?.ack === 3)
  expect(copies(incoming)).toBe(1)
})

it('keys cannot be read: the message is not refused, but delivered again', async () => {
  await host.close()
  faulty = faultyClients()
  host = await world.host({}, { clients: faulty.clients, timeouts: { probeMs: 1000 } })
  await connected()
  faulty.failTable = (command, input) => command === 'GetItemCommand' && JSON.stringify(input).includes('auth#keys#')
  const id = await world.simulator.phone(ANA).sendText(shop, 'sem leitura')
  await new Promise(resolve => setTimeout(resolve, 1000))
  faulty.failTable = () => false
  expect(await message(id)).toMatchObject({ body: 'sem leitura', kind: 'text' })
})

it('the host ends while a medium is fetched: the next one fetches it, and the edit behind it follows', async () => {
  const bytes = randomBytes(50_000)
  const { store } = world.simulator.network
  const getMedia = store.getMedia.bind(store)
  store.getMedia = () => undefined
  const id = await world.simulator.phone(ANA).send(shop, { type: 'image', media: bytes, text: 'foto' })
  await world.simulator.phone(ANA).edit(id, 'foto nova')
  // Delivered: it is safe in the journal.
  await until(() => store.findMessage(ANA, id)?.ack === 3)
  expect(copies(id)).toBe(0)
  const ending = host.close()
  store.getMedia = getMedia
  await ending
  host = await world.host()
  const event = await message(id)
  expect(event).toMatchObject({ kind: 'media', body: 'foto' })
  expect(await world.object(event.media!.key!)).toEqual(bytes)
  expect(await world.expectEvent('edit', edit => edit.whatsappMessageId === id)).toMatchObject({ body: 'foto nova' })
})
