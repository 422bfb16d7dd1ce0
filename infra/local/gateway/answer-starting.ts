import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/**
 * Answers every request with 503 until the returned function is called. The port opens before the
 * services behind it, so that a client that returns right after a restart gets an answer.
 */
export function answerStarting(server: Server): () => void {
  const refuse = (_request: IncomingMessage, response: ServerResponse) => {
    // A browser reloads the page by itself.
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1', refresh: '1' })
    response.end(JSON.stringify({ error: 'ERR_UNAVAILABLE' }))
  }
  server.on('request', refuse)
  return () => void server.off('request', refuse)
}
