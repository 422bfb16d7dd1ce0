import { getBinaryNodeChildren } from '@whiskeysockets/baileys'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultyClients } from './faulty-clients.ts'
import { createWorld, newWhatsappId, until, type World } from './harness.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'
const COUNT = 40

let world: World
beforeAll(async () => {
  world = await createWorld()
  world.simulator.addPhone({ number: ANA, name: 'Ana' })
})
afterAll(() => world.close())

/**
 * With Baileys' own locks over an asynchronous store, of forty overlapping messages two to
 * thirty-seven could be decrypted. Here the table answers as slowly as one in another zone.
 */
it.each([0, 40])(
  'forty sends and forty receives of one contact overlap and all are readable, table at %i ms',
  async ms => {
    const faulty = faultyClients()
    faulty.delayMs = ms
    const host = await world.host({}, { clients: faulty.clients })
    const ids = await world.pair(SHOP)
    let retries = 0
    const { network } = world.simulator
    const enqueue = network.enqueue.bind(network)
    network.enqueue = stanzas => {
      // The phone asks for a second copy, or gives one: only a repeated message has a count.
      const isRetry = ({ node }: (typeof stanzas)[number]) =>
        node.attrs.type === 'retry' || getBinaryNodeChildren(node, 'enc').some(enc => enc.attrs.count)
      retries += stanzas.filter(isRetry).length
      enqueue(stanzas)
    }
    const sent: string[] = []
    const received: string[] = []
    const work: Promise<unknown>[] = []
    for (let n = 0; n < COUNT; n++) {
      const id = newWhatsappId()
      sent.push(id)
      work.push(
        world.command({
          ...ids,
          type: 'send',
          to: { number: ANA },
          whatsappMessageId: id,
          content: { kind: 'text', body: `sai ${n}` },
          queuedAt: Date.now(),
        }),
      )
      work.push(
        world.simulator
          .phone(ANA)
          .sendText(SHOP, `entra ${n}`)
          .then(id => received.push(id)),
      )
      if (n % 5 === 4) await new Promise(resolve => setTimeout(resolve, 20))
    }
    await Promise.all(work)
    const rows = () => world.simulator.network.store.messages(ANA, { limit: 1000 })
    await until(() => sent.every(id => rows().some(row => row.id === id)), 240_000)
    for (const id of received) await world.expectEvent('message', event => event.whatsappMessageId === id, 60_000)
    // Readable at the first attempt: nobody had to ask again.
    expect(retries).toBe(0)
    expect(rows().filter(row => sent.includes(row.id))).toHaveLength(COUNT)
    expect(world.simulator.network.errors).toEqual([])
    await host.close()
  },
  300_000,
)
