import type { IncomingMessage, ServerResponse } from 'node:http'

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Silence after which an unanswered request gets an error; longer than any function may take. */
const SILENCE_MS = 30_000

/**
 * Runs a handler so that its request is always answered: 500 when it throws, 408 when neither side
 * sends anything for half a minute (a body that stops arriving).
 * @param name logged before the error
 */
export function answerAlways(name: string, handler: Handler, silenceMs = SILENCE_MS) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    request.setTimeout(silenceMs)
    response.on('timeout', () => {
      if (response.headersSent) return
      response.writeHead(408, { connection: 'close', 'content-length': 0 })
      response.end(() => request.destroy())
    })
    // Inside a promise, so that a synchronous error is caught as well.
    Promise.resolve()
      .then(() => handler(request, response))
      .catch(error => {
        console.error(`${name}:`, error)
        if (response.headersSent) return void response.destroy()
        response.writeHead(500, { 'content-length': 0 })
        response.end()
      })
  }
}
