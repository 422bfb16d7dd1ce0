import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { NODE_ENVIRONMENT } from '@balcao/infra/local/node-environment.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, newWhatsappId, until, type World } from './harness.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const SHOP = '5511900000001'
const PHONES = Array.from({ length: 5 }, (_, at) => `551198888000${at}`)
const PER_SECOND = 20
const SECONDS = 14
/** Seconds after the start of the load at which the host is killed, and another begins. */
const KILLS = [4, 9]

describe('kill -9 of the host under load', () => {
  let world: World
  const children: ChildProcess[] = []

  function startHostProcess(): ChildProcess {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
      // Short, so that the next host need not wait long for those of the killed one, and long
      // enough for a busy machine.
      env: { PATH: process.env.PATH, ...NODE_ENVIRONMENT, ...world.env, LEASE_SECONDS: '6' },
      stdio: ['ignore', process.env.LOG_LEVEL ? 'inherit' : 'ignore', 'inherit'],
    })
    children.push(child)
    return child
  }

  beforeAll(async () => {
    world = await createWorld()
    for (const number of PHONES) world.simulator.addPhone({ number, name: `Cliente ${number.at(-1)}` })
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await world.close()
  })

  it('loses nothing and doubles nothing at 20 messages a second each way', async () => {
    let host = startHostProcess()
    const ids = await world.pair(SHOP, {}, 60_000)
    const received: string[] = []
    const sent = new Map<string, string[]>(PHONES.map(number => [number, []]))
    const began = Date.now()

    const kill = async () => {
      host.kill('SIGKILL')
      host = startHostProcess()
    }
    const kills = KILLS.map(second => setTimeout(() => void kill(), second * 1000))
    const writes: Promise<void>[] = []
    for (let n = 0; n < PER_SECOND * SECONDS; n++) {
      const number = PHONES[n % PHONES.length]!
      const phone = world.simulator.phone(number)
      writes.push(phone.sendText(SHOP, `entra ${n}`).then(id => void received.push(id)))
      const id = newWhatsappId()
      sent.get(number)!.push(id)
      writes.push(
        world.command({
          ...ids,
          type: 'send',
          to: { number },
          whatsappMessageId: id,
          content: { kind: 'text', body: `sai ${n}` },
          queuedAt: Date.now(),
        }),
      )
      const due = began + ((n + 1) * 1000) / PER_SECOND
      await new Promise(resolve => setTimeout(resolve, Math.max(0, due - Date.now())))
    }
    await Promise.all(writes)
    for (const timer of kills) clearTimeout(timer)
    const lastWrite = Date.now()

    const messages = () => world.events.filter(event => event.type === 'message')
    const arrived = () => new Set(messages().map(event => event.whatsappMessageId))
    const shown = (number: string) =>
      world.simulator.network.store.messages(number, { limit: 1000 }).filter(row => !row.fromMe)
    const allShown = () => PHONES.every(number => shown(number).length >= sent.get(number)!.length)
    await until(() => received.every(id => arrived().has(id)) && allShown(), 120_000).catch(() => undefined)
    const recovered = Date.now() - lastWrite
    // Time for what would come twice.
    await new Promise(resolve => setTimeout(resolve, 2000))

    expect(received.filter(id => !arrived().has(id))).toEqual([])
    expect(messages().length).toBe(received.length)
    let repeatedStanzas = 0
    for (const number of PHONES) {
      const rows = shown(number)
      expect(rows.map(row => row.id)).toEqual(sent.get(number))
      repeatedStanzas += rows.reduce((sum, row) => sum + (row.entry.copies ?? 1) - 1, 0)
    }
    const failed = world.events.filter(event => event.type === 'ack' && event.error)
    expect(failed).toEqual([])
    expect(world.simulator.network.errors).toEqual([])
    process.stdout.write(
      `kill -9 twice: ${received.length} in, ${received.length} out, whole again ${recovered} ms after the last message; ` +
        `${repeatedStanzas} stanzas reached a phone twice and were dropped there by their id\n`,
    )
  }, 180_000)
})
