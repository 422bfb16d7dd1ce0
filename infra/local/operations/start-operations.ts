import { cutOperations } from '../cut.ts'
import type { Ports } from '../ports.ts'
import type { Services } from '../start-services.ts'
import { createReport, type ReportSources, type ServerState } from './report.ts'
import { type Operations, serveOperations } from './serve-operations.ts'

/**
 * Starts the operations endpoint of a local cloud on the port it had before, and returns it with
 * the variables by which the product's functions find it.
 * @param options.secret returns a secret of the data directory by name
 */
export async function startOperations(
  options: ReportSources & {
    ports: Ports
    secret: (name: string) => string
    services: Pick<Services, 'cut'>
  },
): Promise<Operations & { env: Record<string, string>; state: () => Promise<ServerState> }> {
  const { ports, secret } = options
  const { cut } = options.services
  const report = createReport(options)
  const key = secret('operations')
  const operations = await serveOperations({
    port: ports.of('operations'),
    key,
    calls: {
      ...(cut ? cutOperations(cut) : {}),
      'GET /report': report.report,
      'GET /parts': report.parts,
      'GET /dead-letters': async () => ({ deadLetters: await report.deadLetters() }),
      'POST /dead-letters/{queue}/replay': async queue => ((await report.replay(queue)) ? {} : undefined),
    },
  })
  ports.keep('operations', operations.port)
  return { ...operations, state: report.state, env: { OPERATIONS_URL: operations.url, OPERATIONS_KEY: key } }
}
