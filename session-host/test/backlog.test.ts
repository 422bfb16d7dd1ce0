import { afterAll, beforeAll, expect, it } from 'vitest'
import { receipt } from '../simulator/phone/receipts.ts'
import type { Host } from '../src/host.ts'
import { createLog } from '../src/log.ts'
import { CONNECTION_LIMIT } from '../src/socket/intake.ts'
import { createWorld, until, type World } from './harness.ts'

const ANA = '5511988887777'
const SHOP = '5511900000001'
/** More than two portions. */
const COUNT = CONNECTION_LIMIT.stanzas * 2 + 200

let world: World
let host: Host

beforeAll(async () => {
  world = await createWorld()
  world.simulator.addPhone({ number: ANA, name: 'Ana' })
})
afterAll(async () => {
  expect(world.simulator.network.errors).toEqual([])
  await world.close()
})

it('what was written during an absence comes in portions, each message once and in order; nobody sees the connection go', async () => {
  const first = await world.host()
  const { connectionId } = await world.pair(SHOP)
  const phone = world.simulator.phone(ANA)
  const before = await phone.sendText(SHOP, 'oi')
  await world.expectEvent('message', event => event.whatsappMessageId === before)
  await until(() => world.simulator.network.store.findMessage(ANA, before)?.ack === 3)
  await first.close()
  const sent: string[] = []
  for (let at = 0; at < COUNT; at++) sent.push(await phone.sendText(SHOP, `mensagem ${at}`))

  const seen = world.events.length
  const lines: string[] = []
  const warn = (_fields: object, text: string) => void lines.push(text)
  const log = Object.assign(createLog('silent'), { warn })
  host = await world.host({}, { log })
  await until(() => world.simulator.network.store.findMessage(ANA, sent.at(-1)!)?.ack === 3, 120_000)
  const live = await phone.sendText(SHOP, 'agora')
  await world.expectEvent('message', event => event.whatsappMessageId === live)
  await world.expectEvent('gap', event => event.connectionId === connectionId)

  const events = world.events.slice(seen)
  const messages = events.flatMap(event => (event.type === 'message' ? [event] : []))
  expect(messages.map(({ whatsappMessageId }) => whatsappMessageId)).toEqual([...sent, live])
  const times = messages.map(({ receivedAt }) => receivedAt)
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b))
  const states = events.flatMap(event => (event.type === 'connection' ? [event.status] : []))
  expect(states).toEqual(['OPENING', 'CONNECTED'])
  const gaps = events.flatMap(event => (event.type === 'gap' ? [event.recovered] : []))
  expect(gaps).toEqual([COUNT])
  expect(lines.filter(line => line.includes('left to WhatsApp'))).toHaveLength(2)
}, 240_000)

it('what was written on our own phone meanwhile comes before what became of it', async () => {
  await host.close()
  const { network } = world.simulator
  const phone = world.simulator.phone(SHOP)
  const ana = network.requirePhone(ANA)
  const sent: string[] = []
  for (let at = 0; at < 20; at++) {
    const id = await phone.sendText(ANA, `do aparelho ${at}`)
    sent.push(id)
    network.deliver([receipt(network, ana, phone.devices[0]!, id, ana.pn, 'read')])
  }
  await world.host()
  for (const id of sent) {
    await world.expectEvent('ack', event => event.whatsappMessageId === id && event.ack === 4)
    const first = world.events.find(event => 'whatsappMessageId' in event && event.whatsappMessageId === id)
    expect(first!.type).toBe('message')
  }
})
