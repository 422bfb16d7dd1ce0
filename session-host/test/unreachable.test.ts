import { createServer as createHttp } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTls } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { loopbackCertificate } from '../simulator/certificate.ts'
import { TIMEOUTS } from '../src/timeouts.ts'
import { createWorld, until, type World } from './harness.ts'

let world: World
const closers: (() => unknown)[] = []

beforeAll(async () => {
  world = await createWorld()
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})
afterAll(() => world.close())

/** Listens on a port that stays the same while the server comes and goes. */
function switchable(make: () => Server) {
  let port = 0
  let server: Server | undefined
  const sockets = new Set<Socket>()
  const connections: number[] = []
  const up = async () => {
    server = make()
    server.on('connection', socket => {
      connections.push(Date.now())
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    })
    await new Promise<void>(resolve => server!.listen(port, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  }
  const down = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => (server ? server.close(resolve) : resolve(undefined)))
    server = undefined
  }
  closers.push(down)
  return { up, down, port: () => port, connections }
}

/** Passes everything on to the simulator. */
const network = () =>
  switchable(() => {
    const { hostname, port } = new URL(world.simulator.apiUrl)
    return createServer(socket => {
      const to = connect(Number(port), hostname)
      to.on('error', () => socket.destroy())
      socket.on('close', () => to.destroy())
      to.on('close', () => socket.destroy())
      socket.pipe(to).pipe(socket)
    })
  })

/** Hosts one at a time: another would keep the leases. */
async function hostAt(address: string, changes: NodeJS.ProcessEnv = {}) {
  const host = await world.host({ ...changes, WHATSAPP_URL: address }, { timeouts: { ...TIMEOUTS, probeMs: 1000 } })
  closers.push(() => host.close())
  return host
}

const statesOf = (connectionId: string) =>
  world.events.flatMap(event => (event.type === 'connection' && event.connectionId === connectionId ? [event] : []))

async function started() {
  const ids = await world.register()
  await world.command({ ...ids, type: 'session', action: 'start', at: Date.now() })
  return { ids, states: () => statesOf(ids.connectionId) }
}

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

it('out of reach: says so, tries less and less often, and is back within seconds', async () => {
  const way = network()
  await way.up()
  await way.down()
  await hostAt(`ws://127.0.0.1:${way.port()}/ws/chat`)
  const { states } = await started()
  await until(() => states().some(({ retries }) => retries >= 4), 40_000)
  const failed = states().filter(({ retries }) => retries > 0)
  expect(new Set(failed.map(({ status, problem, qrcode }) => `${status} ${problem} ${qrcode}`))).toEqual(
    new Set(['OPENING unreachable ']),
  )
  // 1, 2 and 4 s, each at least half of it.
  const gaps = failed.slice(1).map(({ at }, index) => at - failed[index]!.at)
  expect(gaps[0]).toBeGreaterThan(400)
  expect(gaps[1]).toBeGreaterThan(900)
  expect(gaps[2]).toBeGreaterThan(1900)
  const back = Date.now()
  await way.up()
  await until(() => states().some(({ status }) => status === 'qrcode'), 15_000)
  const code = states().find(({ status }) => status === 'qrcode')!
  expect(code.at - back).toBeLessThan(7000)
  expect(code.problem).toBe(undefined)
}, 70_000)

it('somebody answers the connection and then nothing: says so within seconds', async () => {
  const silent = switchable(() => createServer(() => {}))
  await silent.up()
  await hostAt(`ws://127.0.0.1:${silent.port()}/ws/chat`)
  const { states } = await started()
  const began = Date.now()
  await until(() => states().some(({ problem }) => problem === 'unreachable'), 25_000)
  expect(Date.now() - began).toBeLessThan(20_000)
}, 40_000)

it('a certificate that nobody vouches for is refused and said, and nothing is sent to whoever has it', async () => {
  const { key, cert } = await loopbackCertificate('Somebody in between')
  let heard = 0
  const refusals: string[] = []
  const way = switchable(() => {
    const server = createTls({ key, cert }, socket => socket.on('data', data => (heard += data.length)))
    server.on('tlsClientError', error => refusals.push(String((error as NodeJS.ErrnoException).code)))
    return server
  })
  await way.up()
  await hostAt(`wss://localhost:${way.port()}/ws/chat`)
  const { states } = await started()
  await until(() => states().some(({ problem, retries }) => problem === 'certificate' && retries >= 2))
  expect(states().some(({ status }) => status === 'qrcode')).toBe(false)
  expect(refusals.length).toBeGreaterThan(1)
  expect(heard).toBe(0)
}, 40_000)

it('a proxy answers in place of WhatsApp: a linked phone stays linked, and is not asked in a loop', async () => {
  const shop = '5511900770001'
  const way = network()
  await way.up()
  await hostAt(`ws://127.0.0.1:${way.port()}/ws/chat`)
  const ids = await world.pair(shop)
  await way.down()
  const answers: number[] = []
  const taken = createHttp()
  taken.on('upgrade', (_, socket) => {
    answers.push(Date.now())
    socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n')
  })
  await new Promise<void>(resolve => taken.listen(way.port(), '127.0.0.1', resolve))
  await wait(12_000)
  // Although a connection can be made, the sockets that fail on it grow rarer.
  expect(answers.length).toBeGreaterThan(1)
  const state = statesOf(ids.connectionId).at(-1)!
  expect(state).toMatchObject({ status: 'OPENING', problem: 'unreachable' })
  expect(state.retries).toBeLessThan(9)
  taken.closeAllConnections()
  await new Promise(resolve => taken.close(resolve))
  await way.up()
  const connected = statesOf(ids.connectionId).filter(({ status }) => status === 'CONNECTED').length
  await until(
    () => statesOf(ids.connectionId).filter(({ status }) => status === 'CONNECTED').length > connected,
    40_000,
  )
}, 90_000)

it('our version is refused: says so, keeps the link, and goes on once it is accepted', async () => {
  const shop = '5511900770002'
  await hostAt(world.simulator.waUrl)
  const ids = await world.pair(shop)
  world.simulator.fault({ kind: 'outdated' })
  world.simulator.fault({ kind: 'drop', number: shop })
  const mine = () => statesOf(ids.connectionId)
  await until(() => mine().some(({ problem, retries }) => problem === 'outdated' && retries >= 2))
  expect(mine().at(-1)).toMatchObject({ status: 'OPENING', qrcode: '' })
  const { states } = await started()
  await until(() => states().some(({ problem }) => problem === 'outdated'))
  world.simulator.clearFaults()
  await until(() => mine().at(-1)?.status === 'CONNECTED' && states().some(({ status }) => status === 'qrcode'), 30_000)
}, 70_000)
