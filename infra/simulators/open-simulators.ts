import { mkdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { serveShared } from './serve-screen.ts'
import { type Call, SimulatorError, type SimulatorOptions, sendJson } from './simulated-system.ts'
import { SYSTEMS } from './systems.ts'

export type Simulators = {
  /** Answers a call to a simulator; false when the path belongs to none. */
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
  close: () => void
}

/** Opens the simulators of all other systems. */
export function openSimulators(options: SimulatorOptions): Simulators {
  if (options.dir) mkdirSync(options.dir, { recursive: true })
  const systems = SYSTEMS.map(open => open(options))
  const header = systems.flatMap(system => system.header ?? [])
  return {
    async serve(request, response) {
      const url = new URL(request.url ?? '/', 'http://simulated')
      const call: Call = { request, response, method: request.method ?? 'GET', url }
      try {
        if (call.method === 'GET' && url.pathname === '/sim/systems') return sendJson(call, 200, header)
        if (serveShared(call)) return true
        for (const system of systems) if (await system.serve(call)) return true
        return false
      } catch (error) {
        if (response.headersSent) response.destroy()
        else if (error instanceof SimulatorError) sendJson(call, error.status, { error: error.code })
        else {
          console.error('simulators:', error)
          sendJson(call, 500, { error: 'ERR_SIM_INTERNAL' })
        }
        return true
      }
    },
    close() {
      for (const system of systems) system.close?.()
    },
  }
}
