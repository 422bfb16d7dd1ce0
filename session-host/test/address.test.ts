import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import tls, { type ConnectionOptions } from 'node:tls'
import { DEFAULT_CONNECTION_CONFIG, NOISE_WA_HEADER, type proto } from '@whiskeysockets/baileys'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { loopbackCertificate } from '../simulator/certificate.ts'
import { Connection } from '../simulator/wire/connection.ts'
import type { Host } from '../src/host.ts'
import { createWorld, until, type World } from './harness.ts'

const NAME = 'web.whatsapp.com'

let world: World
let host: Host
const connect = tls.connect
const dialled: ConnectionOptions[] = []

/** Somebody at WhatsApp's address, with a certificate of this name: what they are told. */
async function standIn(name: string) {
  const { key, cert, ca } = await loopbackCertificate('Authority of this test', name)
  const server = createServer({ key, cert })
  const sockets = new WebSocketServer({ server })
  const requests: { url: string | undefined; host: string | undefined; origin: string | undefined }[] = []
  const firstBytes: Buffer[] = []
  const payloads: proto.ClientPayload[] = []
  sockets.on('connection', (socket: WebSocket, { url, headers }) => {
    requests.push({ url, host: headers.host, origin: headers.origin })
    socket.once('message', (data: Buffer) => firstBytes.push(data.subarray(0, NOISE_WA_HEADER.length)))
    new Connection(socket, world.simulator.network.noiseKeys, world.simulator.network.faults, {
      authenticated: (_, payload) => payloads.push(payload),
      node: async () => {},
      closed: () => {},
      failed: () => {},
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  vi.spyOn(tls, 'connect').mockImplementation(((options: ConnectionOptions) => {
    dialled.push({ ...options })
    const { port } = server.address() as AddressInfo
    return connect({ ...options, host: '127.0.0.1', port, ca })
  }) as typeof connect)
  return { server, requests, firstBytes, payloads }
}

async function dial(changes: NodeJS.ProcessEnv = {}) {
  host = await world.host({ ...changes, WHATSAPP_URL: undefined, WHATSAPP_MEDIA_HOST: undefined })
  const ids = await world.register()
  await world.command({ ...ids, type: 'session', action: 'start', at: Date.now() })
  return () =>
    world.events.flatMap(event =>
      event.type === 'connection' && event.connectionId === ids.connectionId ? [event] : [],
    )
}

let other: Awaited<ReturnType<typeof standIn>> | undefined
beforeAll(async () => {
  world = await createWorld()
})
afterEach(async () => {
  await host.close()
  vi.restoreAllMocks()
  dialled.length = 0
  await closed(other?.server)
})
afterAll(() => world.close())

async function closed(server: Server | undefined): Promise<void> {
  server?.closeAllConnections()
  await new Promise(resolve => (server ? server.close(resolve) : resolve(undefined)))
}

it('without a setting it dials WhatsApp itself, as its web client does, in the pinned version', async () => {
  other = await standIn(NAME)
  await dial()
  await until(() => other!.payloads.length > 0)
  expect(dialled[0]).toMatchObject({ host: NAME, servername: NAME })
  expect(Number(dialled[0]!.port)).toBe(443)
  expect(dialled[0]!.rejectUnauthorized).not.toBe(false)
  expect(other.requests[0]).toEqual({ url: '/ws/chat', host: NAME, origin: 'https://web.whatsapp.com' })
  expect(other.firstBytes[0]).toEqual(Buffer.from(NOISE_WA_HEADER))
  const [primary, secondary, tertiary] = DEFAULT_CONNECTION_CONFIG.version
  expect(other.payloads[0]!.userAgent?.appVersion).toMatchObject({ primary, secondary, tertiary })
})

it('claims the version that is set', async () => {
  other = await standIn(NAME)
  await dial({ WHATSAPP_VERSION: '2.3000.1099999999' })
  await until(() => other!.payloads.length > 0)
  expect(other.payloads[0]!.userAgent?.appVersion).toMatchObject({
    primary: 2,
    secondary: 3000,
    tertiary: 1_099_999_999,
  })
})

it('a certificate of another name is refused, whoever signed it', async () => {
  other = await standIn('web.whatsapp.com.example')
  const states = await dial()
  await until(() => states().some(({ problem }) => problem === 'certificate'))
  expect(other.requests).toEqual([])
})
