import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, newWhatsappId, until, type World } from './harness.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'

describe('from the QR code to a conversation', () => {
  let world: World
  let ids: { companyId: string; connectionId: string }

  beforeAll(async () => {
    world = await createWorld()
    world.simulator.addPhone({ number: ANA, name: 'Ana' })
    await world.host()
    ids = await world.pair(SHOP)
  })
  afterAll(() => world.close())

  it('tells every state on the way to CONNECTED, under the fence of the lease', async () => {
    const published = world.events.filter(event => event.type === 'connection')
    expect(published.map(event => event.status)).toEqual(['OPENING', 'qrcode', 'PAIRING', 'CONNECTED'])
    expect(published.at(-1)).toMatchObject({ number: SHOP, qrcode: '', fence: 1 })
    expect(published.at(-1)!.lid).toMatch(/^\d+$/)
  })

  it('brings a text in, with number, LID and name', async () => {
    const id = await world.simulator.phone(ANA).sendText(SHOP, 'olá, tudo bem?')
    const event = await world.expectEvent('message', message => message.whatsappMessageId === id)
    expect(event).toMatchObject({
      ...ids,
      kind: 'text',
      body: 'olá, tudo bem?',
      fromMe: false,
      replayed: false,
      pushName: 'Ana',
      chat: { number: ANA, lid: world.simulator.phone(ANA).lid.split('@')[0] },
      queueGroup: `${ids.connectionId}:${ANA}`,
    })
  })

  it('takes a text out and tells its way: sent, delivered, read', async () => {
    const id = newWhatsappId()
    await world.command({
      ...ids,
      type: 'send',
      to: { number: ANA },
      whatsappMessageId: id,
      content: { kind: 'text', body: 'Boa tarde!' },
      queuedAt: Date.now(),
    })
    await world.expectEvent('ack', ack => ack.whatsappMessageId === id && ack.ack === 3)
    const rows = world.simulator.network.store.messages(ANA, {})
    expect(rows.find(row => row.id === id)?.entry).toMatchObject({ type: 'text', text: 'Boa tarde!' })
    await until(() => world.simulator.phone(ANA).read(SHOP) > 0)
    await world.expectEvent('ack', ack => ack.whatsappMessageId === id && ack.ack === 4)
    await world.expectEvent('ack', ack => ack.whatsappMessageId === id && ack.ack === 2)
    expect(world.simulator.network.errors).toEqual([])
  })
})
