import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { z } from 'zod'
import { createHttpServer } from '../create-http-server.ts'
import { LOOPBACK, listen } from '../listen.ts'
import { readBody } from '../read-body.ts'
import type { TimerClock } from './timer-clock.ts'

/** Longest time in which the clock is moved, in ms: every timer that is due runs first. */
const ADVANCE_MS = 600_000

const Advance = z.object({ advanceSeconds: z.number().positive() })

/**
 * Serves the clock of timers to the simulators' process: GET reads it, POST `{ advanceSeconds }`
 * moves it.
 */
export async function serveTimerClock(clock: TimerClock): Promise<{ url: string; server: Server }> {
  const server = createHttpServer(serve, { answerMs: ADVANCE_MS })
  return { url: `http://${LOOPBACK}:${await listen(server, 0)}`, server }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = (status: number, value: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(value))
    }
    try {
      if (request.method === 'POST') {
        // A page of another site cannot send this content type without a CORS preflight.
        if (request.headers['content-type'] !== 'application/json') return answer(415, { error: 'ERR_SIM_NOT_JSON' })
        const body = await readBody(request, 1000)
        await clock.advance(Advance.parse(JSON.parse(String(body))).advanceSeconds)
      }
      answer(200, clock.read())
    } catch (error) {
      console.error('the clock of timers:', error instanceof Error ? error.message : error)
      if (!response.headersSent) answer(503, { error: 'ERR_SIM_CLOCK_FAILED' })
    }
  }
}
