import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/**
 * Answers everything with 503 until the returned function is called: the port is open before what stands behind it is,
 * and whoever comes back at once after a restart must not wait for an answer that never comes.
 */
export function answerStarting(server: Server): () => void {
  const refuse = (_request: IncomingMessage, response: ServerResponse) => {
    // A page in a browser loads again by itself.
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1', refresh: '1' })
    response.end(JSON.stringify({ error: 'ERR_UNAVAILABLE' }))
  }
  server.on('request', refuse)
  return () => void server.off('request', refuse)
}
