import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, until, type World } from './harness.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
  await world.host({}, { timeouts: { qrMs: 150 } })
})
afterAll(() => world.close())

it('a QR nobody scans is renewed, counted, and given up in the end', async () => {
  const ids = await world.register()
  const published = () => world.events.flatMap(event => (event.type === 'connection' ? [event] : []))
  const start = () => world.command({ ...ids, type: 'session', action: 'start', at: Date.now() })
  await start()
  await until(() => published().some(event => event.status === 'TIMEOUT'), 40_000)
  const codes = published().filter(event => event.status === 'qrcode')
  expect(new Set(codes.map(event => event.qrcode)).size).toBe(codes.length)
  // Three rounds of six.
  expect(codes).toHaveLength(18)
  expect(codes.at(-1)!.retries).toBe(2)
  expect(published().at(-1)).toMatchObject({ status: 'TIMEOUT', qrcode: '' })
  // "Try again" begins anew.
  await start()
  await until(() => published().filter(event => event.status === 'qrcode').length > 18)
  expect(published().filter(event => event.status === 'qrcode')[18]!.retries).toBe(0)
}, 60_000)
