import type { IncomingMessage, ServerResponse } from 'node:http'
import { STORAGE_FULL_STATUS } from '../disk.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Methods of calls that store something. A deletion makes room. */
const STORING = new Set(['POST', 'PUT', 'PATCH'])
/** Signing in and out, without which nobody could see what is wrong, or delete anything. */
const ALWAYS = /^\/[^/]+\/auth\/(login|refresh_token|logout|second-factor)\b/

/**
 * Refuses calls that store something while there is no room for them. The reserve behind that is
 * for what was accepted before (decision 0067).
 */
export const refuseWhenFull =
  (handler: Handler, hasRoom: () => boolean): Handler =>
  async (request, response) => {
    if (!STORING.has(request.method ?? '') || ALWAYS.test(request.url ?? '') || hasRoom())
      return handler(request, response)
    // The body is read and dropped: a client that is cut off while sending never sees the answer.
    request.resume()
    response.writeHead(STORAGE_FULL_STATUS, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(JSON.stringify({ error: 'ERR_STORAGE_FULL' }))
  }
