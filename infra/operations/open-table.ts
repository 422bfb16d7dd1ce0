import { randomBytes } from 'node:crypto'
import type { LocalConfig } from '../local/config.ts'
import { foreignEndpoints } from '../local/config.ts'
import { openPorts } from '../local/ports.ts'
import { resourceNames, testResources } from '../local/resources.ts'
import { type Services, serviceVariables, startServices } from '../local/start-services.ts'

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
  const names = resourceNames(config.stage)
  const unused = 'http://127.0.0.1:9'
  Object.assign(process.env, isDeployed ? {} : serviceVariables(endpoints ?? services!.endpoints), {
    STAGE: config.stage,
    TABLE_NAME: names.table,
    MEDIA_BUCKET: names.bucket,
    INBOUND_QUEUE_URL: unused,
    OUTBOUND_QUEUE_URLS: unused,
    JOBS_QUEUE_URL: unused,
    TIMERS_QUEUE_URL: unused,
    MAIL_QUEUE_URL: unused,
    TICKS_QUEUE_URL: unused,
    MACHINES_QUEUE_URL: unused,
    DELIVERIES_QUEUE_URL: unused,
    PAGES_QUEUE_URL: unused,
    PUSHES_QUEUE_URL: unused,
    REALTIME_ENDPOINT: unused,
    JWT_SECRET: randomBytes(36).toString('base64url'),
    SEALING_SECRET: randomBytes(36).toString('base64url'),
    VAPID_SECRET: randomBytes(36).toString('base64url'),
    META_APP_SECRET: randomBytes(36).toString('base64url'),
    META_VERIFY_TOKEN: randomBytes(36).toString('base64url'),
  })
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
