import { createServer } from 'node:http'
import { closeServer, LOOPBACK, listen } from '../local/listen.ts'
import { outsideVariables } from '../local/simulator-variables.ts'
import { openOutside } from './open-outside.ts'
import type { Surroundings } from './system.ts'

export type RunningOutside = {
  url: string
  /** The variables by which the product finds the doubles. */
  env: Record<string, string>
  close: () => Promise<void>
}

/** The outside world in this process, without the simulator of WhatsApp: for tests, on a free port, in memory by default. */
export async function startOutside(given: Partial<Surroundings> = {}): Promise<RunningOutside> {
  const outside = openOutside({ dir: undefined, clockUrl: undefined, ...given })
  const server = createServer(async (request, response) => {
    if (!(await outside.serve(request, response))) response.writeHead(404).end()
  })
  const url = `http://${LOOPBACK}:${await listen(server, 0)}`
  return {
    url,
    env: outsideVariables(url),
    async close() {
      await closeServer(server)
      outside.close()
    },
  }
}
