import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { converse, expectWhole, meet, settle } from './converse.ts'
import { openServerShop } from './open-server-shop.ts'
import type { Shop } from './open-shop.ts'
import { startServer, type TestServer } from './start-server.ts'

const PHONES = ['5511970000001', '5511970000002', '5511970000003', '5511970000004', '5511970000005']

let server: TestServer
let shop: Shop

beforeAll(async () => {
  server = await startServer()
  shop = await openServerShop(server, '5511970000000')
})
afterAll(() => server.close())

it('stops within 20 s in the middle of conversations, and loses and doubles nothing', async () => {
  const conversations = await meet(shop, PHONES)
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws?token=${await shop.admin.token()}`)
  await once(socket, 'open')
  const closed = once(socket, 'close') as Promise<[CloseEvent]>

  const talk = converse(shop, conversations, 15)
  await sleep(5000)
  const { code, ms } = await server.stop()
  expect(code).toBe(0)
  expect(ms).toBeLessThan(20_000)
  // Browsers come back after it by themselves.
  expect((await closed)[0].code).toBe(1001)

  await server.start()
  await talk
  await expectWhole(shop, await settle(shop, conversations))
})
