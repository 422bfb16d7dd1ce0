import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { limitSockets } from './limit-sockets.ts'
import { watchRequest } from './watch-request.ts'

export type HttpServerOptions = {
  /** Longest time from the end of a request to the head of its answer, in ms. */
  answerMs?: number
  /** Returns true for an upgrade to take; every other one is answered like a plain request. */
  upgrades?: (request: IncomingMessage) => boolean
}

/**
 * Limits of every HTTP server of the local cloud, in one place. Node's own defaults let a silent
 * socket stay for a minute and a half, and a body that drips for five minutes (decision 0068).
 */
const LIMITS = {
  /** Includes a socket that sends nothing; the check below adds up to 2 s. */
  headersTimeout: 10_000,
  /** Takes a document of 100 MB over a line of 230 kbit/s; slow bodies end much earlier. */
  requestTimeout: 3_600_000,
  connectionsCheckingInterval: 2000,
  /** Above the two minutes for which Caddy keeps its connections: whoever sends must close. */
  keepAliveTimeout: 150_000,
  maxHeaderSize: 16 * 1024,
  requireHostHeader: true,
} satisfies ServerOptions

/** Requests on one socket, so that a client which pipelines ends some time. */
const MAX_REQUESTS_PER_SOCKET = 10_000
/** A client that reads nothing of its answer for so long is gone, in ms. */
const UNREAD_MS = 30_000
const ANSWER_MS = 30_000

/**
 * Creates an HTTP server whose every request is answered or closed within 30 s, whatever arrives,
 * unless its body or its answer keeps moving.
 */
export function createHttpServer(listener?: RequestListener, options: HttpServerOptions = {}): Server {
  const server = createServer({
    ...LIMITS,
    // Node before 24.9 ignores it; there an upgrade that nobody takes ends the socket.
    shouldUpgradeCallback: options.upgrades ?? (() => false),
  })
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET
  // Node drops further headers silently; their size is limited already.
  server.maxHeadersCount = 0
  server.setTimeout(UNREAD_MS, socket => {
    if (socket.writableLength > 0) socket.destroy()
    else socket.setTimeout(UNREAD_MS)
  })
  limitSockets(server)
  server.on('request', (request, response) => watchRequest(request, response, options.answerMs ?? ANSWER_MS))
  if (listener) server.on('request', listener)
  return server
}
