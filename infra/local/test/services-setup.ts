import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { foreignEndpoints, readConfig } from '../config.ts'
import { connectServices } from '../connect-services.ts'
import { closeServer, LOOPBACK, listen } from '../listen.ts'
import { resourceNames, testResources } from '../resources.ts'
import { startServices } from '../start-services.ts'
import { lacksOf } from '../target.ts'
import { bundleTaker } from './bundle-taker.ts'

/** Our own services start empty. External ones may not, so each run uses its own names there. */
const stageOf = (foreign: boolean) => (foreign ? `test-${randomBytes(4).toString('hex')}` : 'local')

/**
 * Sets up vitest globally: one DynamoDB, SQS and S3 for all test files, found through `process.env`
 * under the names that the functions and the session host read. Files isolate themselves by a fresh
 * companyId. With TARGET=localstack the services are LocalStack's.
 * @returns the tear-down
 */
export async function setup(): Promise<() => Promise<void>> {
  const config = readConfig()
  // Checks against real AWS use its endpoints and create what they need themselves.
  if (config.target === 'aws') return async () => {}
  const endpoints = foreignEndpoints(config)
  const stage = stageOf(endpoints !== undefined || config.dynamodbEndpoint !== undefined)
  const resources = testResources(stage)
  const services = endpoints
    ? await connectServices({ endpoints, resources })
    : await startServices({ dataDir: null, resources, dynamodbEndpoint: config.dynamodbEndpoint })
  // The management API of a WebSocket stage without connections.
  const realtime = createServer((request, response) => {
    request.resume()
    response.writeHead(410, { 'content-type': 'application/json', 'x-amzn-errortype': 'GoneException' })
    response.end('{"message":"Gone"}')
  })
  const realtimePort = await listen(realtime, 0)
  const names = resourceNames(stage)
  Object.assign(process.env, services.env, {
    STAGE: 'local',
    TARGET_LACKS: lacksOf(config).join(','),
    MESSAGE_TAKER: await bundleTaker(),
    TABLE_NAME: names.table,
    MEDIA_BUCKET: names.bucket,
    INBOUND_QUEUE_URL: services.queueUrl(names.inbound),
    OUTBOUND_QUEUE_URLS: names.outbound.map(services.queueUrl).join(','),
    JOBS_QUEUE_URL: services.queueUrl(names.jobs),
    TIMERS_QUEUE_URL: services.queueUrl(names.timers),
    MAIL_QUEUE_URL: services.queueUrl(names.mail),
    TICKS_QUEUE_URL: services.queueUrl(names.ticks),
    MACHINES_QUEUE_URL: services.queueUrl(names.machines),
    DELIVERIES_QUEUE_URL: services.queueUrl(names.deliveries),
    PAGES_QUEUE_URL: services.queueUrl(names.pages),
    PUSHES_QUEUE_URL: services.queueUrl(names.pushes),
    EMAIL_FROM: 'Balcão <nao-responda@balcao.example>',
    // Nothing listens there: tests that look up a postal code start the simulator, and no other
    // lookup leaves the machine.
    VIACEP_URL: `http://${LOOPBACK}:9`,
    BRASILAPI_URL: `http://${LOOPBACK}:9`,
    DIALOGFLOW_URL: `http://${LOOPBACK}:9`,
    GOOGLE_OAUTH_URL: `http://${LOOPBACK}:9`,
    ASAAS_URL: `http://${LOOPBACK}:9`,
    META_GRAPH_URL: `http://${LOOPBACK}:9`,
    META_APP_ID: '100000000000001',
    REALTIME_ENDPOINT: `http://${LOOPBACK}:${realtimePort}/ws`,
    JWT_SECRET: randomBytes(36).toString('base64url'),
    SEALING_SECRET: randomBytes(36).toString('base64url'),
    VAPID_SECRET: randomBytes(36).toString('base64url'),
    META_APP_SECRET: randomBytes(36).toString('base64url'),
    META_VERIFY_TOKEN: randomBytes(36).toString('base64url'),
  })
  return async () => {
    await closeServer(realtime)
    await services.close()
  }
}
