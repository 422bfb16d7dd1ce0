import { createServer } from 'node:http'
import { closeServer, LOOPBACK, listen } from '../local/listen.ts'
import { simulatorVariables } from '../local/simulator-variables.ts'
import { openSimulators } from './open-simulators.ts'
import type { SimulatorOptions } from './simulated-system.ts'

export type RunningSimulators = {
  url: string
  /** The variables by which the product finds the doubles. */
  env: Record<string, string>
  close: () => Promise<void>
}

/** The outside world in this process, without the simulator of WhatsApp: for tests, on a free port, in memory by default. */
export async function startSimulators(given: Partial<SimulatorOptions> = {}): Promise<RunningSimulators> {
  const simulators = openSimulators({ dir: undefined, clockUrl: undefined, ...given })
  const server = createServer(async (request, response) => {
    if (!(await simulators.serve(request, response))) response.writeHead(404).end()
  })
  const url = `http://${LOOPBACK}:${await listen(server, 0)}`
  return {
    url,
    env: simulatorVariables(url),
    async close() {
      await closeServer(server)
      simulators.close()
    },
  }
}
