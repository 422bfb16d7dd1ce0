/**
 * The management API of a WebSocket stage, over its real protocol, with the browsers at its other
 * end: `open` connects one through the realtime function, and what the function posts to it is
 * kept.
 */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ClientMessage } from '@balcao/shared/events/realtime.ts'
import { searchForSecrets } from '@balcao/shared/test/secrets.ts'
import { handler } from '../src/browsers/handler.ts'
import type { TestUser } from './harness.ts'

export type ReceivedEvent = { event: string; payload?: Record<string, unknown> & { action?: string } }

export type Browser = {
  id: string
  /** Everything that was posted to it, oldest first. */
  received: ReceivedEvent[]
  /** Closed by the server. */
  closed: () => boolean
  send: (message: ClientMessage) => Promise<void>
  sendRaw: (text: string) => Promise<void>
  /** The browser closes the socket. */
  leave: () => Promise<void>
  /** The line is cut: posts are answered 410, and nobody says goodbye. */
  vanish: () => void
}

export type FakeGateway = {
  open: (user: TestUser) => Promise<Browser>
  /** The status `$connect` answers to a token. */
  connect: (token: string | undefined, id?: string) => Promise<number>
  /** Number of posts received. */
  posts: () => number
  close: () => Promise<void>
}

/** API Gateway's limit of one post. */
const FRAME_BYTES = 128 * 1024

/** Call it before anything reads the configuration: it names the endpoint in the environment. */
export async function startFakeGateway(): Promise<FakeGateway> {
  const browsers = new Map<string, ReceivedEvent[]>()
  let posts = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const id = decodeURIComponent(/\/@connections\/([^/?]+)$/.exec(request.url ?? '')?.[1] ?? '')
    const received = browsers.get(id)
    if (!received) {
      response.writeHead(410, { 'content-type': 'application/json', 'x-amzn-errortype': 'GoneException' })
      return response.end('{"message":"Gone"}')
    }
    const bytes = Buffer.concat(chunks)
    if (bytes.length > FRAME_BYTES) {
      response.writeHead(413, { 'content-type': 'application/json', 'x-amzn-errortype': 'PayloadTooLargeException' })
      return response.end('{"message":"Payload too large"}')
    }
    if (request.method === 'DELETE') browsers.delete(id)
    else {
      posts += 1
      searchForSecrets('an event', bytes.toString())
      received.push(JSON.parse(bytes.toString()))
    }
    response.writeHead(200)
    response.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  process.env.REALTIME_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ws`

  const invoke = async (eventType: string, connectionId: string, rest: object = {}): Promise<number> => {
    const event = {
      requestContext: { connectionId, eventType, requestId: connectionId },
      isBase64Encoded: false,
      ...rest,
    }
    const answer = (await handler(event as never)) as { statusCode: number }
    return answer.statusCode
  }
  const connect = (token: string | undefined, id = randomBytes(9).toString('base64url')) =>
    invoke('CONNECT', id, { queryStringParameters: token === undefined ? null : { token } })

  return {
    connect,
    posts: () => posts,
    async open(user) {
      const id = `${randomBytes(9).toString('base64url')}=`
      const status = await connect(user.token, id)
      if (status !== 200) throw new Error(`refused: ${status}`)
      const received: ReceivedEvent[] = []
      browsers.set(id, received)
      const sendRaw = async (body: string) => {
        const status = await invoke('MESSAGE', id, { body })
        if (status !== 200) throw new Error(`answered: ${status}`)
      }
      return {
        id,
        received,
        closed: () => !browsers.has(id),
        send: message => sendRaw(JSON.stringify(message)),
        sendRaw,
        async leave() {
          browsers.delete(id)
          await invoke('DISCONNECT', id)
        },
        vanish: () => void browsers.delete(id),
      }
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
