import { z } from 'zod'
import { sendScript } from '../serve-screen.ts'
import {
  type Call,
  jsonOf,
  type SimulatedSystem,
  SimulatorError,
  type SimulatorOptions,
  sendJson,
} from '../simulated-system.ts'

/** Two weeks: each skipped minute is processed, which takes some seconds a day. */
const MAX_SECONDS = 14 * 86_400

const Advance = z.object({ advanceSeconds: z.number().int().min(1).max(MAX_SECONDS) })

/** Shows and moves the clock of timers, which the local cloud keeps. */
export function openClock({ clockUrl }: SimulatorOptions): SimulatedSystem {
  return {
    ...(clockUrl && { header: { part: '/clock.js' } }),
    async serve(call) {
      if (call.url.pathname === '/clock.js' && call.method === 'GET')
        return sendScript(call, new URL('screen/clock.js', import.meta.url))
      if (call.url.pathname !== '/sim/clock') return false
      if (!clockUrl) throw new SimulatorError(503, 'ERR_SIM_NO_CLOCK')
      if (call.method === 'GET') return pass(call, await fetch(clockUrl))
      if (call.method !== 'POST') throw new SimulatorError(405, 'ERR_SIM_METHOD')
      const body = JSON.stringify(await jsonOf(call, Advance))
      const headers = { 'content-type': 'application/json' }
      return pass(call, await fetch(clockUrl, { method: 'POST', headers, body }))
    },
  }
}

async function pass(call: Call, answer: Response): Promise<true> {
  return sendJson(call, answer.status, await answer.json())
}
