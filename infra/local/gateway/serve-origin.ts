import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { PUBLIC_FILES } from '@balcao/shared/media.ts'
import { answerAlways } from './answer-always.ts'
import type { AddressOf } from './client-address.ts'
import { limitClients } from './limit-clients.ts'
import type { ObjectLinks } from './object-links.ts'
import type { SetupGate } from './setup-gate.ts'
import type { WebSocketGateway } from './websocket-gateway.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Returns true for a request to open a WebSocket. An upgrade to anything else, like the `h2c` that
 * Java's client offers with every call, is a plain request.
 */
export const isWebSocket = (request: IncomingMessage): boolean =>
  /^\/ws(?:\?|$)/.test(request.url ?? '') && /^websocket$/i.test(request.headers.upgrade ?? '')

/**
 * Serves everything on one origin, as CloudFront does: `/<stage>/*` is the API, `/ws` the
 * WebSocket, `/public/*` public media, and the rest the web; on a
 * server also signed links to media.
 * @param parts.apiHeaders headers CloudFront adds to the API's answers
 */
export function serveOrigin(
  server: Server,
  parts: {
    stage: string
    rest: Handler | undefined
    apiHeaders: Record<string, string>
    publicObjects: Handler
    /** Signed links to media, where they are on this origin. */
    links: ObjectLinks | undefined
    files: Handler
    /** Called for every requested page. */
    onPage: () => void
    websocket: WebSocketGateway | undefined
    addressOf: AddressOf
    /** Closed while the server is not set up; none on a stage that needs no set-up. */
    gate?: SetupGate | undefined
  },
): void {
  const { onPage, websocket, links, gate } = parts
  const rest = parts.rest && answerAlways('rest gateway', parts.rest)
  const publicObjects = answerAlways('public objects', parts.publicObjects)
  const files = answerAlways('static files', parts.files)
  const media = links && answerAlways('links', links.serve)
  const api = new RegExp(`^/${parts.stage}(?:[/?]|$)`)
  const apiHeaders = Object.entries(parts.apiHeaders)
  const admit = limitClients(parts.addressOf)
  const route = (request: IncomingMessage, response: ServerResponse): void => {
    if (rest && api.test(request.url ?? '/')) {
      for (const [name, value] of apiHeaders) response.setHeader(name, value)
      rest(request, response)
    } else if (request.url?.startsWith(`/${PUBLIC_FILES}`)) {
      publicObjects(request, response)
    } else if (media && links.isLink(request.url ?? '/')) {
      media(request, response)
    } else {
      // The path of a page has no file extension; those of its parts have one.
      if (!/\.[^/]*$/.test(request.url ?? '/')) onPage()
      files(request, response)
    }
  }
  const behindGate = answerAlways('set-up gate', async (request, response) => {
    if (await gate!.admits(request)) route(request, response)
    else gate!.refuse(request, response)
  })
  server.on('request', (request, response) => {
    const leave = admit(request)
    if (!leave) return refuse(request, response)
    response.once('close', leave)
    if (!gate || gate.isOpen()) route(request, response)
    else behindGate(request, response)
  })
  server.on('upgrade', (request, socket, head) => {
    if (!websocket || !isWebSocket(request)) return void socket.destroy()
    const leave = admit(request)
    if (!leave) return void socket.end('HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\n\r\n')
    socket.once('close', leave)
    if (gate && !gate.isOpen()) return void socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n')
    websocket.upgrade(request, socket, head).catch(error => {
      console.error('websocket gateway:', error)
      socket.destroy()
    })
  })
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '1', connection: 'close' })
  response.end(JSON.stringify({ error: 'ERR_TOO_MANY_REQUESTS' }))
}
