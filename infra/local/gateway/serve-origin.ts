import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { PUBLIC_FILES } from '@balcao/shared/media.ts'
import type { WebSocketGateway } from './websocket-gateway.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Puts everything on one origin, as CloudFront does: `/<stage>/*` is the API, `/ws` the sockets, `/public/*` what anybody may see of the
 * media, the rest the web.
 * @param parts.apiHeaders what CloudFront adds to the API's answers
 */
export function serveOrigin(
  server: Server,
  parts: {
    stage: string
    rest: Handler | undefined
    apiHeaders: Record<string, string>
    publicObjects: Handler
    files: Handler
    /** Told of every page that is asked for. */
    onPage: () => void
    websocket: WebSocketGateway | undefined
  },
): void {
  const { rest, publicObjects, files, onPage, websocket } = parts
  const api = new RegExp(`^/${parts.stage}(?:[/?]|$)`)
  const apiHeaders = Object.entries(parts.apiHeaders)
  server.on('request', (request, response) => {
    if (rest && api.test(request.url ?? '/')) {
      for (const [name, value] of apiHeaders) response.setHeader(name, value)
      void rest(request, response)
    } else if (request.url?.startsWith(`/${PUBLIC_FILES}`)) {
      void publicObjects(request, response)
    } else {
      // A page has no ending; what it consists of has.
      if (!/\.[^/]*$/.test(request.url ?? '/')) onPage()
      void files(request, response)
    }
  })
  server.on('upgrade', (request, socket, head) => {
    if (websocket && /^\/ws(?:\?|$)/.test(request.url ?? '')) void websocket.upgrade(request, socket, head)
    else socket.destroy()
  })
}
