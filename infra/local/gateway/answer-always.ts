import type { IncomingMessage, ServerResponse } from 'node:http'

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Runs a handler so that its request is answered with 500 when it throws. The server itself ends
 * what takes too long (`create-http-server.ts`).
 * @param name logged before the error
 */
export function answerAlways(name: string, handler: Handler) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    // Inside a promise, so that a synchronous error is caught as well.
    Promise.resolve()
      .then(() => handler(request, response))
      .catch(error => {
        // A client that left before the end of its request awaits no answer.
        if (!request.complete) return void request.destroy()
        console.error(`${name}:`, error)
        if (response.headersSent) return void response.destroy()
        response.writeHead(500, { 'content-length': 0 })
        response.end()
      })
  }
}
