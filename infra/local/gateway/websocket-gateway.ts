import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Functions } from '../lambda/create-functions.ts'
import { readBody } from '../read-body.ts'
import type { AddressOf } from './client-address.ts'
import type { WebSocketApi } from './websocket-api.ts'
import { TIMEOUT, withDeadline } from './with-deadline.ts'

type Connection = {
  id: string
  connectedAt: number
  lastActiveAt: number
  sourceIp: string
  userAgent: string | undefined
  host: string | undefined
  socket: WebSocket
}

export type WebSocketGateway = {
  /** Invokes `$connect` and accepts or refuses the socket. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>
  /** Handles the `@connections` API, on a server that browsers do not reach. */
  manage: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** Closes every connection and waits briefly for its `$disconnect`. */
  close: () => Promise<void>
}

const FRAME_LIMIT_BYTES = 128 * 1024
/** Bytes that a connection may leave unread before it ends: a half-open one reads nothing. */
const UNREAD_BYTES = 4 * 1024 * 1024
/** Timeout of `$connect`, loading included, in ms; API Gateway's limit for an integration. */
const CONNECT_MS = 29_000
const SWEEP_MS = 1000
const CLOSE_GRACE_MS = 2000

/**
 * Handles connections as API Gateway's WebSocket APIs do.
 * @param addressOf returns the client of a request
 * @param limits.idleMs closes a connection that is silent for so long (AWS: 10 minutes)
 * @param limits.maxMs longest life of a connection (AWS: 2 hours)
 */
export function createWebSocketGateway(
  api: WebSocketApi,
  functions: Functions,
  addressOf: AddressOf,
  limits: { idleMs: number; maxMs: number } = { idleMs: 600_000, maxMs: 7_200_000 },
): WebSocketGateway {
  const connections = new Map<string, Connection>()
  const goodbyes = new Set<Promise<unknown>>()
  const server = new WebSocketServer({ noServer: true, maxPayload: FRAME_LIMIT_BYTES, perMessageDeflate: false })

  const sweep = setInterval(() => {
    const now = Date.now()
    for (const { socket, connectedAt, lastActiveAt } of connections.values()) {
      if (now - lastActiveAt > limits.idleMs || now - connectedAt > limits.maxMs) socket.close(1001, 'Going away')
    }
  }, SWEEP_MS).unref()

  function context(connection: Omit<Connection, 'socket'>, routeKey: string, eventType: string) {
    return {
      routeKey,
      eventType,
      connectionId: connection.id,
      connectedAt: connection.connectedAt,
      domainName: connection.host,
      stage: api.stage,
      apiId: api.id,
      requestId: randomBytes(8).toString('base64url'),
      messageDirection: 'IN',
      requestTimeEpoch: Date.now(),
      identity: { sourceIp: connection.sourceIp, userAgent: connection.userAgent },
    }
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => {})
    if (!isHandshake(request)) return refuse(socket, 400)
    const now = Date.now()
    const connection = {
      id: `${randomBytes(9).toString('base64url')}=`,
      connectedAt: now,
      lastActiveAt: now,
      sourceIp: addressOf(request),
      userAgent: request.headers['user-agent'],
      host: request.headers.host,
    }
    const connect = api.routes.get('$connect')
    if (connect) {
      const refusal = await connectRefusal(connect, request, context(connection, '$connect', 'CONNECT'))
      if (refusal) return refuse(socket, refusal)
    }
    if (socket.destroyed) {
      farewell(connection, 1006, '')
      return
    }
    let isOpen = false
    server.handleUpgrade(request, socket, head, websocket => {
      isOpen = true
      accept({ ...connection, socket: websocket })
    })
    // `ws` has refused the rest of the handshake, its subprotocols for example.
    if (!isOpen) farewell(connection, 1006, '')
  }

  /** Returns the status to refuse a connection with; undefined accepts it. */
  async function connectRefusal(
    name: string,
    request: IncomingMessage,
    requestContext: object,
  ): Promise<number | undefined> {
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams
    const queryStringParameters = Object.fromEntries(query)
    try {
      const invocation = functions.invoke(name, {
        headers: Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, String(value)])),
        multiValueHeaders: Object.fromEntries(
          Object.entries(request.headers).map(([key, value]) => [key, [value].flat()]),
        ),
        queryStringParameters,
        multiValueQueryStringParameters: Object.fromEntries([...query.keys()].map(key => [key, query.getAll(key)])),
        requestContext,
        isBase64Encoded: false,
      })
      const answer = (await withDeadline(invocation, Date.now() + CONNECT_MS)) as { statusCode?: number } | null
      const status = answer?.statusCode ?? 200
      return status >= 200 && status < 300 ? undefined : status
    } catch (error) {
      return error === TIMEOUT ? 504 : 502
    }
  }

  function accept(connection: Connection): void {
    const { socket } = connection
    connections.set(connection.id, connection)
    socket.on('message', (data, binary) => {
      connection.lastActiveAt = Date.now()
      void receive(connection, (data as Buffer).toString(binary ? 'base64' : 'utf8'), binary)
    })
    socket.on('error', () => {})
    socket.on('close', (code, reason) => {
      connections.delete(connection.id)
      farewell(connection, code, reason.toString())
    })
  }

  async function receive(connection: Connection, body: string, isBase64Encoded: boolean): Promise<void> {
    const routeKey = isBase64Encoded ? '$default' : routeOf(body)
    const name = api.routes.get(routeKey)
    const requestContext = {
      ...context(connection, routeKey, 'MESSAGE'),
      messageId: randomBytes(8).toString('base64url'),
    }
    const complain = (message: string) =>
      connection.socket.send(
        JSON.stringify({ message, connectionId: connection.id, requestId: requestContext.requestId }),
      )
    if (!name) return complain('Forbidden')
    try {
      await functions.invoke(name, { requestContext, body, isBase64Encoded })
    } catch {
      complain('Internal server error')
    }
  }

  function routeOf(body: string): string {
    try {
      let value: unknown = JSON.parse(body)
      for (const key of api.selector) value = (value as Record<string, unknown> | null)?.[key]
      return typeof value === 'string' && !value.startsWith('$') && api.routes.has(value) ? value : '$default'
    } catch {
      return '$default'
    }
  }

  function farewell(connection: Omit<Connection, 'socket'>, code: number, reason: string): void {
    const name = api.routes.get('$disconnect')
    if (!name) return
    const work = functions
      .invoke(name, {
        headers: {},
        isBase64Encoded: false,
        requestContext: {
          ...context(connection, '$disconnect', 'DISCONNECT'),
          disconnectStatusCode: code,
          disconnectReason: reason,
        },
      })
      .catch(() => {})
      .finally(() => goodbyes.delete(work))
    goodbyes.add(work)
  }

  async function manage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = /\/@connections\/([^/?]+)$/.exec(request.url ?? '')?.[1]
    const body = await readBody(request, FRAME_LIMIT_BYTES).catch(() => null)
    if (id === undefined) return reply(response, 403, { message: 'Forbidden' }, 'ForbiddenException')
    const connection = connections.get(decodePath(id))
    if (!connection) return reply(response, 410, { message: 'Gone' }, 'GoneException')
    switch (request.method) {
      case 'POST':
        if (!body) return reply(response, 413, { message: 'Payload too large' }, 'PayloadTooLargeException')
        if (connection.socket.bufferedAmount > UNREAD_BYTES) {
          connection.socket.terminate()
          return reply(response, 410, { message: 'Gone' }, 'GoneException')
        }
        connection.lastActiveAt = Date.now()
        connection.socket.send(body.toString('utf8'))
        return reply(response, 200)
      case 'GET':
        return reply(response, 200, {
          connectedAt: new Date(connection.connectedAt).toISOString(),
          lastActiveAt: new Date(connection.lastActiveAt).toISOString(),
          identity: { sourceIp: connection.sourceIp, userAgent: connection.userAgent ?? '' },
        })
      case 'DELETE':
        connection.socket.close(1000, 'Connection closed normally')
        return reply(response, 204)
      default:
        return reply(response, 405, { message: 'Method not allowed' })
    }
  }

  return {
    upgrade,
    manage,
    async close() {
      clearInterval(sweep)
      for (const { socket } of connections.values()) socket.close(1001, 'Going away')
      const grace = setTimeout(() => {
        for (const { socket } of connections.values()) socket.terminate()
      }, CLOSE_GRACE_MS).unref()
      const end = Date.now() + CLOSE_GRACE_MS
      while ((connections.size > 0 || goodbyes.size > 0) && Date.now() < end) {
        await new Promise(resolve => setTimeout(resolve, 10))
      }
      clearTimeout(grace)
      for (const { socket } of connections.values()) socket.terminate()
      server.close()
    },
  }
}

/**
 * Returns a decoded part of a path; one that is no escape sequence stays as it is and names no
 * connection.
 */
function decodePath(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Returns true for a handshake of RFC 6455; anything else does not reach `$connect`. */
const isHandshake = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '') &&
  /^(?:8|13)$/.test(headers['sec-websocket-version'] ?? '')

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}

function reply(response: ServerResponse, status: number, body?: object, errorType?: string): void {
  const text = body ? Buffer.from(JSON.stringify(body)) : undefined
  response.writeHead(status, {
    ...(text ? { 'content-type': 'application/json', 'content-length': text.length } : {}),
    ...(errorType ? { 'x-amzn-errortype': errorType } : {}),
  })
  response.end(text)
}
