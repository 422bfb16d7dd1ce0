import { createHttpServer } from '../local/create-http-server.ts'
import { closeServer, LOOPBACK, listen } from '../local/listen.ts'
import { simulatorVariables } from '../local/simulator-variables.ts'
import { openSimulators } from './open-simulators.ts'
import type { SimulatorOptions } from './simulated-system.ts'

export type RunningSimulators = {
  url: string
  /** Variables by which the product finds the simulators. */
  env: Record<string, string>
  close: () => Promise<void>
}

/**
 * Starts the simulators except WhatsApp's in this process: for tests, on a free port, in memory by
 * default.
 */
export async function startSimulators(given: Partial<SimulatorOptions> = {}): Promise<RunningSimulators> {
  const simulators = openSimulators({ dir: undefined, clockUrl: undefined, ...given })
  const server = createHttpServer(async (request, response) => {
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
