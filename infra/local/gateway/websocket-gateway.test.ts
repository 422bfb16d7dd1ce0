import { once } from 'node:events'
import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GetConnectionCommand,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { CREDENTIALS, REGION } from '../aws-names.ts'
import { type FixtureCloud, startFixture } from '../test/start-fixture.ts'

let cloud: FixtureCloud
let management: ApiGatewayManagementApiClient
const sockets: WebSocket[] = []

beforeAll(async () => {
  cloud = await startFixture({ idleMs: 3000 })
  const realtime = cloud.functionEnvironment('fixture-realtime').REALTIME_ENDPOINT
  management = new ApiGatewayManagementApiClient({
    endpoint: realtime!,
    region: REGION,
    credentials: CREDENTIALS,
  })
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})
afterAll(() => cloud.close())

async function open(token = 'good'): Promise<{ socket: WebSocket; connectionId: string }> {
  const known = new Set(cloud.records().map(entry => entry.connectionId))
  const socket = new WebSocket(`${cloud.wsUrl}?token=${token}`)
  sockets.push(socket)
  await once(socket, 'open')
  const entry = cloud
    .records()
    .find(({ routeKey, connectionId }) => routeKey === '$connect' && !known.has(connectionId))
  return { socket, connectionId: String(entry?.connectionId) }
}

async function ask(socket: WebSocket, message: string | Buffer): Promise<Record<string, unknown>> {
  const answer = once(socket, 'message')
  socket.send(message)
  const [data] = (await answer) as [Buffer]
  return JSON.parse(data.toString()) as Record<string, unknown>
}

const gone = (connectionId: string) =>
  cloud.recorded(entry => entry.routeKey === '$disconnect' && entry.connectionId === connectionId)

describe('connecting', () => {
  it('refuses what $connect refuses', async () => {
    const socket = new WebSocket(`${cloud.wsUrl}?token=bad`)
    const [request, response] = (await once(socket, 'unexpected-response')) as [
      { destroy: () => void },
      { statusCode: number },
    ]
    request.destroy()
    expect(response.statusCode).toBe(401)
  })

  it('is only at /ws', async () => {
    const socket = new WebSocket(cloud.wsUrl.replace('/ws', '/other'))
    await expect(once(socket, 'open')).rejects.toThrow()
  })

  it('asks $connect about a handshake alone', async () => {
    const before = cloud.records().length
    const upgrade = async (headers: string) => {
      const socket = connect(Number(new URL(cloud.url).port), '127.0.0.1')
      socket.write(
        `GET /ws?token=good HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n${headers}\r\n`,
      )
      return readText(socket)
    }
    const key = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
    for (const headers of ['', key, 'sec-websocket-version: 13\r\n', `${key}sec-websocket-version: 7\r\n`])
      expect(await upgrade(headers)).toMatch(/^HTTP\/1\.1 400 /)
    expect(cloud.records().length).toBe(before)
    // Accepted, then refused by the library: the end is told as well.
    expect(await upgrade(`${key}sec-websocket-version: 13\r\nsec-websocket-protocol: a a\r\n`)).toMatch(/ 400 /)
    await gone(String(cloud.records()[before]?.connectionId))
  })

  it('takes any name in the query and the headers', async () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      const socket = new WebSocket(`${cloud.wsUrl}?${name}=1&${name}=2&token=good`, { headers: { [name]: 'x' } })
      sockets.push(socket)
      await once(socket, 'open')
      const text = `{"action":"${name}","${name}":{"${name}":1},"__proto__":{"x":1}}`
      expect(await ask(socket, text)).toMatchObject({ echo: { action: name } })
    }
  })

  it('passes $disconnect the reason of the end', async () => {
    const { socket, connectionId } = await open()
    socket.close(4321, 'bye')
    expect((await gone(connectionId)).disconnectStatusCode).toBe(4321)
  })
})

describe('messages', () => {
  it('reach $default and are answered by the management API', async () => {
    const { socket } = await open()
    expect(await ask(socket, '{"action":"hello","x":"é"}')).toEqual({ echo: { action: 'hello', x: 'é' } })
  })

  it('complain when the function fails', async () => {
    const { socket, connectionId } = await open()
    expect(await ask(socket, '{"action":"throw"}')).toMatchObject({ message: 'Internal server error', connectionId })
  })

  it('may have 128 KB and no more', async () => {
    const { socket, connectionId } = await open()
    const text = 'x'.repeat(100 * 1024)
    expect(await ask(socket, JSON.stringify({ text }))).toEqual({ echo: { text } })
    socket.send('x'.repeat(128 * 1024 + 1))
    expect((await gone(connectionId)).disconnectStatusCode).toBe(1006)
  })
})

describe('the management API', () => {
  it('posts, describes and closes', async () => {
    const { socket, connectionId: ConnectionId } = await open()
    const message = once(socket, 'message')
    await management.send(new PostToConnectionCommand({ ConnectionId, Data: Buffer.from('olá') }))
    expect(String(((await message) as [Buffer])[0])).toBe('olá')
    const { ConnectedAt, Identity } = await management.send(new GetConnectionCommand({ ConnectionId }))
    expect(ConnectedAt?.getTime()).toBeLessThanOrEqual(Date.now())
    expect(Identity?.SourceIp).toBe('127.0.0.1')
    const closed = once(socket, 'close')
    await management.send(new DeleteConnectionCommand({ ConnectionId }))
    expect((await closed)[0]).toBe(1000)
    await gone(ConnectionId)
  })

  it('reports a connection that is gone, and a message that is too large', async () => {
    const { socket, connectionId: ConnectionId } = await open()
    const large = new PostToConnectionCommand({ ConnectionId, Data: Buffer.alloc(128 * 1024 + 1) })
    await expect(management.send(large)).rejects.toMatchObject({ name: 'PayloadTooLargeException' })
    socket.terminate()
    await gone(ConnectionId)
    const post = new PostToConnectionCommand({ ConnectionId, Data: Buffer.from('x') })
    await expect(management.send(post)).rejects.toMatchObject({
      name: 'GoneException',
      $metadata: { httpStatusCode: 410 },
    })
  })

  it('answers for a name that is no escape sequence', async () => {
    const endpoint = cloud.functionEnvironment('fixture-realtime').REALTIME_ENDPOINT
    for (const name of ['%', '%E0%A4%A', '__proto__'])
      expect((await fetch(`${endpoint}/@connections/${name}`, { method: 'POST', body: 'x' })).status).toBe(410)
  })

  it('is not on the origin the browser sees', async () => {
    const response = await fetch(`${cloud.url}/ws/@connections/x`, { method: 'POST', body: 'x' })
    expect(response.status).toBe(405)
  })
})

it('closes a silent connection, and keeps one with messages', async () => {
  const quiet = await open()
  const lively = await open()
  const closed = once(quiet.socket, 'close')
  const chatter = setInterval(() => lively.socket.send('{"action":"ping"}'), 500)
  expect((await closed)[0]).toBe(1001)
  clearInterval(chatter)
  expect(lively.socket.readyState).toBe(WebSocket.OPEN)
})
