import type { IncomingMessage, ServerResponse } from 'node:http'

/** Period in which a body must bring `BODY_BYTES` or end, in ms. */
const BODY_MS = 20_000
/** Bytes of a body in each period: 1.6 KB/s, half of what the slowest mobile line brings. */
const BODY_BYTES = 32 * 1024
/** Time in which a client may read why its request ends, in ms. */
const FAREWELL_MS = 1000

/**
 * Ends a request whose body arrives too slowly (408) or whose handler does not begin to answer
 * within `answerMs` after its end (503).
 */
export function watchRequest(request: IncomingMessage, response: ServerResponse, answerMs: number): void {
  const { socket } = request
  let read = socket.bytesRead
  let timer = setTimeout(checkBody, BODY_MS)
  request.once('end', () => awaitAnswer(answerMs))
  response.once('close', () => {
    // An answer may come before the end of the body, which goes on arriving.
    if (request.complete) clearTimeout(timer)
  })

  function checkBody(): void {
    if (request.complete) return void awaitAnswer(answerMs - BODY_MS)
    if (socket.bytesRead - read < BODY_BYTES) return void end(408)
    read = socket.bytesRead
    timer = setTimeout(checkBody, BODY_MS)
  }

  function awaitAnswer(ms: number): void {
    clearTimeout(timer)
    if (response.headersSent) return
    timer = setTimeout(() => response.headersSent || end(503), ms)
  }

  function end(status: number): void {
    if (!response.headersSent) {
      response.writeHead(status, { connection: 'close', 'content-length': 0 })
      response.end()
    }
    setTimeout(() => socket.destroy(), FAREWELL_MS)
  }
}
