import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { PUBLIC_FILES } from '@balcao/shared/media.ts'
import { answerAlways } from './answer-always.ts'
import type { WebSocketGateway } from './websocket-gateway.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Serves everything on one origin, as CloudFront does: `/<stage>/*` is the API, `/ws` the
 * WebSocket, `/public/*` public media, and the rest the web.
 * @param parts.apiHeaders headers CloudFront adds to the API's answers
 */
export function serveOrigin(
  server: Server,
  parts: {
    stage: string
    rest: Handler | undefined
    apiHeaders: Record<string, string>
    publicObjects: Handler
    files: Handler
    /** Called for every requested page. */
    onPage: () => void
    websocket: WebSocketGateway | undefined
  },
): void {
  const { onPage, websocket } = parts
  const rest = parts.rest && answerAlways('rest gateway', parts.rest)
  const publicObjects = answerAlways('public objects', parts.publicObjects)
  const files = answerAlways('static files', parts.files)
  const api = new RegExp(`^/${parts.stage}(?:[/?]|$)`)
  const apiHeaders = Object.entries(parts.apiHeaders)
  server.on('request', (request, response) => {
    if (rest && api.test(request.url ?? '/')) {
      for (const [name, value] of apiHeaders) response.setHeader(name, value)
      rest(request, response)
    } else if (request.url?.startsWith(`/${PUBLIC_FILES}`)) {
      publicObjects(request, response)
    } else {
      // The path of a page has no file extension; those of its parts have one.
      if (!/\.[^/]*$/.test(request.url ?? '/')) onPage()
      files(request, response)
    }
  })
  server.on('upgrade', (request, socket, head) => {
    if (!websocket || !/^\/ws(?:\?|$)/.test(request.url ?? '')) return void socket.destroy()
    websocket.upgrade(request, socket, head).catch(error => {
      console.error('websocket gateway:', error)
      socket.destroy()
    })
  })
}
