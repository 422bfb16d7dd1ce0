import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { NODE_ENVIRONMENT } from '@balcao/infra/local/node-environment.ts'
import { SHARDS } from '@balcao/shared/rules/shard.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createLeaseTable } from '../src/shards/lease-table.ts'
import { createWorld, until, type World } from './harness.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

let world: World
const children: ChildProcess[] = []

function start(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    env: { PATH: process.env.PATH, ...NODE_ENVIRONMENT, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', chunk => {
      output += chunk
    })
  }
  return { child, output: () => output, ended: once(child, 'exit') }
}
const leases = () =>
  createLeaseTable(world.clients.table, { tableName: world.names.table, hostId: 'observer', leaseMs: 1000 }).leases()
const serving = async () => (await leases()).filter(({ owner }) => owner !== '').length

beforeAll(async () => {
  world = await createWorld()
})
// One that a failed test leaves behind would serve the connections of the next.
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
})
afterAll(() => world.close())

it('ends with a line for each setting that is missing or wrong', async () => {
  const { output, ended } = start({ STAGE: 'prod', WHATSAPP_URL: 'ws://127.0.0.1:1/' })
  expect(await ended).toEqual([1, null])
  for (const name of ['TABLE_NAME', 'MEDIA_BUCKET', 'INBOUND_QUEUE_URL', 'OUTBOUND_QUEUE_URLS']) {
    expect(output()).toContain(`  ${name}: `)
  }
})

it('SIGTERM: tells that it drains, gives every lease back and ends', async () => {
  const { child, output, ended } = start({ ...world.env, LOG_LEVEL: 'info' })
  await until(async () => (await serving()) === SHARDS, 60_000)
  const { healthUrl } = JSON.parse(
    output()
      .split('\n')
      .find(line => line.includes('healthUrl'))!,
  )
  expect(await (await fetch(healthUrl)).json()).toMatchObject({ ok: true, shards: SHARDS })
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(await serving()).toBe(0)
})

it('ends with the process it was told to watch', async () => {
  const parent = spawn('sleep', ['60'])
  const { ended } = start({ ...world.env, BALCAO_PARENT_PID: String(parent.pid) })
  await until(async () => (await serving()) === SHARDS, 60_000)
  parent.kill('SIGKILL')
  expect(await ended).toEqual([0, null])
  expect(await serving()).toBe(0)
})

it('logs neither bodies nor numbers nor keys, at any level', async () => {
  const { child, output, ended } = start({ ...world.env, LOG_LEVEL: 'trace' })
  const ana = world.simulator.addPhone({ number: '5511988887777', name: 'Ana' })
  await world.pair('5511900000001', {}, 60_000)
  const id = await ana.sendText('5511900000001', 'segredo de Ana')
  await world.expectEvent('message', event => event.whatsappMessageId === id, 60_000)
  world.simulator.fault({ kind: 'undecryptable', number: '5511900000001', direction: 'in', count: 1 })
  const second = await ana.sendText('5511900000001', 'segredo de Ana')
  await world.expectEvent('message', event => event.whatsappMessageId === second, 60_000)
  child.kill('SIGTERM')
  await ended
  expect(output()).toContain('connected')
  expect(output()).not.toMatch(/segredo|5511988887777|5511900000001|SessionEntry|privKey/)
})

it('a medium whose body breaks off is published without its bytes, and ends nothing', async () => {
  const shop = '5511900000003'
  const { child, ended } = start(world.env)
  const ana = world.simulator.addPhone({ number: '5511988887777', name: 'Ana' })
  await world.pair(shop, {}, 60_000)
  world.simulator.fault({ kind: 'media-reset' })
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push(await ana.send(shop, { type: 'image', media: randomBytes(300_000) }))
  for (const id of ids) {
    const event = await world.expectEvent('message', one => one.whatsappMessageId === id, 60_000)
    expect(event.media).toMatchObject({ error: 'ERR_WAPP_DOWNLOAD_MEDIA', source: expect.any(String) })
  }
  world.simulator.clearFaults()
  expect(child.exitCode ?? child.signalCode).toBe(null)
  child.kill('SIGTERM')
  await ended
})

it('a medium that ends the process each time is given up after three times', async () => {
  const shop = '5511900000004'
  const { store } = world.simulator.network
  const ana = world.simulator.addPhone({ number: '5511988887777', name: 'Ana' })
  // Short, so that the next one need not wait long for the leases of the killed one.
  const env = { ...world.env, LEASE_SECONDS: '6' }
  let host = start(env)
  await world.pair(shop, {}, 60_000)
  const getMedia = store.getMedia.bind(store)
  let deaths = 0
  // What its bytes would do is done by a signal, while they are fetched.
  store.getMedia = path => {
    deaths++
    host.child.kill('SIGKILL')
    return getMedia(path)
  }
  const id = await ana.send(shop, { type: 'image', media: randomBytes(300_000), text: 'veja' })
  const published = () => world.events.find(one => one.type === 'message' && one.whatsappMessageId === id)
  for (let starts = 1; !published() && starts <= 6; starts++) {
    await Promise.race([host.ended, until(published, 60_000)])
    if (!published()) host = start(env)
  }
  store.getMedia = getMedia
  expect(published()).toMatchObject({ body: 'veja', media: { error: 'ERR_WAPP_DOWNLOAD_MEDIA' } })
  expect(deaths).toBe(3)
  host.child.kill('SIGTERM')
  await host.ended
}, 240_000)
