import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createHttpServer } from '../create-http-server.ts'
import { answerAlways } from '../gateway/answer-always.ts'
import { closeServer, LOOPBACK, listen } from '../listen.ts'

/**
 * Calls by method and path, such as `POST /dead-letters/{queue}/replay`. A call gets the value in
 * braces, and answers a JSON value, or undefined where there is nothing of that name.
 */
export type OperationsCalls = Record<string, (parameter: string) => unknown>

/** Longest time of a call, in ms: thousands of dead letters take a while. */
const REPLAY_MS = 300_000

export type Operations = { url: string; port: number; close: () => Promise<void> }

/**
 * Serves what only the cloud's own process knows or can do, on loopback, to whoever has the key:
 * the product's functions and the operator's commands (decision 0067).
 * @param options.port wanted port, any free one when it is in use; 0 = any
 * @param options.key sent as `Authorization: Bearer <key>`
 */
export async function serveOperations(options: {
  port: number
  key: string
  calls: OperationsCalls
}): Promise<Operations> {
  const calls = Object.entries(options.calls).map(([name, run]) => ({ pattern: patternOf(name), run }))

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = (status: number, value?: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(value ?? {}))
    }
    request.resume()
    if (!isSame(request.headers.authorization ?? '', `Bearer ${options.key}`)) return answer(401)
    const wanted = `${request.method} ${request.url}`
    for (const { pattern, run } of calls) {
      const match = pattern.exec(wanted)
      if (!match) continue
      const parameter = decoded(match[1] ?? '')
      const value = parameter === undefined ? undefined : await run(parameter)
      return value === undefined ? answer(404) : answer(200, value)
    }
    answer(404)
  }

  const server = createHttpServer(answerAlways('operations', serve), { answerMs: REPLAY_MS })
  const port = await listen(server, options.port, true)
  return { url: `http://${LOOPBACK}:${port}`, port, close: () => closeServer(server) }
}

const patternOf = (name: string): RegExp =>
  new RegExp(`^${name.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/, '([^/?]+)')}$`)

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const isSame = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted))
