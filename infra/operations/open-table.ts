import type { LocalConfig } from '../local/config.ts'
import { foreignEndpoints } from '../local/config.ts'
import { openPorts } from '../local/ports.ts'
import { testResources } from '../local/resources.ts'
import { type Services, serviceVariables, startServices } from '../local/start-services.ts'
import { tableVariables } from './table-variables.ts'

/**
 * Prepares the environment so that the functions' data layer, imported after this, works on a
 * stage's table: that of an external target, or of the local cloud on the data directory, whose
 * services are started if it does not run. Nothing can be sent.
 * @returns a function that ends everything it started
 */
export async function openTable(config: LocalConfig): Promise<() => Promise<void>> {
  const isDeployed = config.target === 'aws'
  const endpoints = isDeployed ? undefined : (foreignEndpoints(config) ?? (await runningServices(config)))
  let services: Services | undefined
  if (!endpoints && !isDeployed) {
    console.log(`the local cloud does not run: its services are started on ${config.dataDir} for as long as it takes`)
    services = await startServices({
      dataDir: config.dataDir,
      resources: testResources(config.stage),
      dynamodbEndpoint: config.dynamodbEndpoint,
    })
  }
  const variables = isDeployed ? {} : serviceVariables(endpoints ?? services!.endpoints)
  Object.assign(process.env, variables, tableVariables(config.stage))
  return async () => services?.close()
}

/** Returns the endpoints of a cloud that runs on the data directory, if its DynamoDB answers. */
async function runningServices(config: LocalConfig): Promise<Services['endpoints'] | undefined> {
  const ports = openPorts(config.dataDir)
  const at = (server: string) => `http://127.0.0.1:${ports.of(server)}`
  const endpoints = { dynamodb: config.dynamodbEndpoint ?? at('dynamodb'), sqs: at('sqs'), s3: at('s3') }
  if (ports.of('dynamodb') === 0) return undefined
  try {
    await fetch(endpoints.dynamodb, {
      method: 'POST',
      headers: { 'x-amz-target': 'DynamoDB_20120810.ListTables' },
      body: '{}',
      signal: AbortSignal.timeout(2000),
    })
    return endpoints
  } catch {
    return undefined
  }
}
