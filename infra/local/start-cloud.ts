import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Cloud, CloudOptions, CloudPart } from './cloud-options.ts'
import { connectServices } from './connect-services.ts'
import { createHttpServer } from './create-http-server.ts'
import { openDataDir } from './data-dir.ts'
import { roomIn } from './disk.ts'
import { drainServer } from './drain-server.ts'
import { startTtlSweeper } from './dynamodb/ttl-sweeper.ts'
import { serveTimerClock } from './events/serve-timer-clock.ts'
import { startMappings, templateMappings } from './events/start-mappings.ts'
import { startSchedules, templateSchedules } from './events/start-schedules.ts'
import { createTimerClock } from './events/timer-clock.ts'
import { freePort } from './free-port.ts'
import { answerAlways } from './gateway/answer-always.ts'
import { answerStarting } from './gateway/answer-starting.ts'
import { clientAddresses } from './gateway/client-address.ts'
import { createObjectLinks } from './gateway/object-links.ts'
import { createPublicObjects } from './gateway/public-objects.ts'
import { refuseWhenFull } from './gateway/refuse-when-full.ts'
import { readRestApi } from './gateway/rest-api.ts'
import { createRestGateway } from './gateway/rest-gateway.ts'
import { readEdgeHeaders } from './gateway/security-headers.ts'
import { isWebSocket, serveOrigin } from './gateway/serve-origin.ts'
import { createSetupGate } from './gateway/setup-gate.ts'
import { createStaticFiles } from './gateway/static-files.ts'
import { readWebSocketApi } from './gateway/websocket-api.ts'
import { createWebSocketGateway } from './gateway/websocket-gateway.ts'
import { byFirstUse } from './lambda/by-first-use.ts'
import { createFunctions } from './lambda/create-functions.ts'
import { limitCalls } from './lambda/limit-calls.ts'
import { templateFunctions } from './lambda/template-functions.ts'
import { wakeFunctions } from './lambda/wake-functions.ts'
import { closeServer, LOOPBACK, listen } from './listen.ts'
import { openLog } from './open-log.ts'
import { startOperations } from './operations/start-operations.ts'
import { openPorts } from './ports.ts'
import { prepareAssembly, prepareWeb } from './prepare.ts'
import { UPLOAD_MS } from './s3/start-s3.ts'
import { simulatorVariables } from './simulator-variables.ts'
import { startSessionHost, startSimulator } from './start-children.ts'
import { startServices } from './start-services.ts'
import { containerEnvironment } from './template/container-environment.ts'
import { loadAssembly } from './template/load-assembly.ts'
import { createResolver } from './template/resolver.ts'
import { openSecrets } from './template/secrets.ts'
import { templateResources } from './template/template-resources.ts'

const AWS_IDLE_MS = 600_000
const AWS_LIFETIME_MS = 7_200_000
const MINUTE_MS = 60_000
/** Longest time for which a stop waits for calls under way, in ms. */
const DRAIN_MS = 10_000
/** Longest time for which it then waits for functions that nobody called through us: the clock. */
const LAST_CALLS_MS = 2000

/**
 * Serves a synthesized assembly on loopback, whole or in part. Everything it starts ends with
 * `close`, with this process, or when the start fails.
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const stops: (() => unknown)[] = []
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= (async () => {
      for (const stop of stops.reverse()) await stop()
    })()
    return closing
  }
  try {
    return { ...(await start(options, stop => stops.push(stop))), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** @param onStop receives a function that ends each started part; they run in reverse order */
async function start(options: CloudOptions, onStop: (stop: () => unknown) => void): Promise<Omit<Cloud, 'close'>> {
  const dataDir = resolve(options.dataDir)
  const { log = () => {}, stage = 'local' } = options
  const parts = new Set<CloudPart>(options.only ?? ['web', 'simulator', 'host', 'schedules'])
  openDataDir(dataDir)
  const logs = join(dataDir, 'logs')
  mkdirSync(logs, { recursive: true })
  const ports = openPorts(dataDir)

  // Servers first: a port in use is reported before anything is built, and every address is known
  // before the first value of a template is resolved.
  const origin = createHttpServer(undefined, {
    upgrades: isWebSocket,
    // A video of 100 MB over a slow line, where the origin takes the forms of the object store.
    ...(options.publicUrl && { requestMs: UPLOAD_MS }),
  })
  onStop(() => closeServer(origin))
  const started = answerStarting(origin)
  const port = await listen(origin, options.port)
  const management = createHttpServer()
  onStop(() => closeServer(management))
  const managementPort = await listen(management, ports.of('management'), true)
  ports.keep('management', managementPort)
  const url = `http://${LOOPBACK}:${port}`

  // One after the other, and before anything is started: each takes half a gigabyte.
  const built = stage === 'local' ? undefined : { stage, dir: join(dataDir, 'built') }
  const assembly = loadAssembly(options.assembly ?? (await prepareAssembly(log, built)))
  const web = parts.has('web') ? (options.web ?? (await prepareWeb(log, built?.dir))) : undefined
  const restResource = assembly.ofType('AWS::ApiGateway::RestApi')[0]
  const websocketResource = assembly.ofType('AWS::ApiGatewayV2::Api')[0]
  let queueUrl = (name: string) => name
  const secret = openSecrets(dataDir)
  const room = roomIn(dataDir)
  const resolver = createResolver(assembly, {
    queueUrl: name => queueUrl(name),
    secret,
    apiUrl(api) {
      if (websocketResource && api === resolver.idOf(websocketResource)) return `http://${LOOPBACK}:${managementPort}`
      return restResource && api === resolver.idOf(restResource) ? url : undefined
    },
  })

  const provisioned = (urlOf: (name: string) => string) => {
    queueUrl = urlOf
    return templateResources(assembly, resolver)
  }
  const { dynamodbEndpoint, sqsEndpoint, endpoints } = options
  const services = endpoints
    ? await connectServices({ endpoints, resources: provisioned, log })
    : await startServices({ dataDir, dynamodbEndpoint, sqsEndpoint, ports, resources: provisioned, log })
  onStop(services.close)
  const resources = templateResources(assembly, resolver)
  const bucket = resources.buckets.find(({ name }) => name.includes('media'))?.name ?? ''
  const { publicUrl = url } = options
  const links =
    options.publicUrl && services.s3
      ? createObjectLinks({ s3: services.s3, publicUrl, secret: secret('links') })
      : undefined

  const hostUrl = () => (parts.has('host') ? `http://${LOOPBACK}:${ports.of('session-host-health')}/health` : undefined)
  const prefix = `${resources.tables[0]?.TableName}-`
  const operations = await startOperations({ dataDir, prefix, services, hostUrl, ports, secret })
  onStop(operations.close)
  const functionLog = openLog(join(logs, 'functions.log'))
  onStop(() => functionLog.end())
  const simPort = await freePort(options.simPort)
  const simulators = () => (parts.has('simulator') ? simulatorVariables(`http://${LOOPBACK}:${simPort}`) : {})
  const variables = {
    ...services.env,
    ...(options.systems ?? simulators()),
    ...operations.env,
    ...links?.env,
    WEB_ADDRESS: publicUrl,
    ...options.env,
  }
  const definitions = templateFunctions(assembly, resolver, variables, services.readsEndpoint)
  const functions = createFunctions(definitions, (name, text) => functionLog.write(`[${name}] ${text}`), {
    idleMs: options.functionIdleMs,
    mostLoaded: options.functionsLoaded,
  })
  onStop(() => functions.close(LAST_CALLS_MS))

  const websocketApi = websocketResource && readWebSocketApi(assembly, resolver, websocketResource)
  const limits = { idleMs: options.idleMs ?? AWS_IDLE_MS, maxMs: AWS_LIFETIME_MS }
  const addressOf = clientAddresses(options.trustedProxy ?? [])
  const websocket = websocketApi && createWebSocketGateway(websocketApi, functions, addressOf, limits)
  if (websocket) management.on('request', answerAlways('connections', websocket.manage))

  const restApi = restResource && readRestApi(assembly, resolver, restResource)
  const objects = links ? publicUrl : services.endpoints.s3
  const edge = readEdgeHeaders(assembly, resolver, { s3: objects, url: publicUrl })
  const mappings = templateMappings(assembly, resolver)
  const schedules = templateSchedules(assembly, resolver)
  const used = new Set([
    ...(restApi?.functions ?? []),
    ...(websocketApi?.routes.values() ?? []),
    ...[...mappings, ...schedules].map(each => each.function),
  ])
  const common = { dataDir, logs, ports, log }
  const clock = createTimerClock({
    dir: dataDir,
    functions,
    clock: schedules.find(({ name }) => name.endsWith('-clock'))?.function ?? 'clock',
    sqs: services.sqs,
    queue: mappings.find(mapping => mapping.function.endsWith('-timers'))?.queueName ?? 'timers',
    shortenDelays: services.sqs.shortenDelays,
  })
  const simulate = async () => {
    if (!parts.has('simulator')) return undefined
    const { url: clockUrl, server } = await serveTimerClock(clock)
    onStop(() => closeServer(server))
    const webhookUrl = `http://${LOOPBACK}:${port}/api/webhook/facebook`
    const pixWebhookUrl = `http://${LOOPBACK}:${port}/api/pix/webhook`
    const phones = options.whatsapp === 'real' ? 'off' : 'on'
    const simulator = await startSimulator(common, simPort, { clockUrl, webhookUrl, pixWebhookUrl, phones })
    onStop(simulator.close)
    return simulator
  }
  const simulator = await simulate()

  const tableName = resources.tables[0]?.TableName ?? ''
  const apiStage = restApi?.stage ?? 'api'
  const isSetUp = await options.openSetup?.({ endpoints: services.endpoints, tableName })

  const stopMappings = startMappings(mappings, functions, services.sqs)
  onStop(stopMappings)
  started()
  const publicObjects = createPublicObjects(services.endpoints.s3, bucket, edge.public)
  onStop(publicObjects.close)
  let stopping = false
  const wake = wakeFunctions(functions, byFirstUse(used), name => {
    if (!stopping) log(`the function ${name} cannot be loaded; ${join(logs, 'functions.log')} says why`)
  })
  serveOrigin(origin, {
    stage: apiStage,
    rest:
      restApi &&
      refuseWhenFull(createRestGateway(restApi, limitCalls(functions), addressOf, edge.toApi), () => room('calls')),
    apiHeaders: edge.api,
    publicObjects: publicObjects.serve,
    links,
    files: createStaticFiles(web ?? join(dataDir, 'no-web'), edge.web),
    onPage: () => void wake(),
    websocket,
    addressOf,
    gate: isSetUp && createSetupGate(isSetUp, apiStage),
  })
  const closeOrigin = async () => void (await Promise.all([websocket?.close(), drainServer(origin, DRAIN_MS)]))
  onStop(closeOrigin)

  const { whatsappVersion } = options
  const environment = () => ({
    ...containerEnvironment(assembly, resolver),
    ...services.env,
    ...(whatsappVersion && { WHATSAPP_VERSION: whatsappVersion }),
    ...options.env,
  })
  const whatsapp = typeof options.whatsapp === 'object' ? options.whatsapp : undefined
  const simulated = options.whatsapp === 'real' ? undefined : simulator?.whatsapp
  const host = parts.has('host') ? await startSessionHost(common, environment(), whatsapp ?? simulated) : undefined
  // Together: one after the other they could take longer than a service has for its stop. What the
  // host sends after the last worker has ended waits in the queues.
  onStop(() => Promise.all([host?.close(), closeOrigin(), stopMappings()]))
  if (parts.has('schedules')) {
    onStop(startSchedules(schedules, functions))
    const ticking = setInterval(() => void clock.tick().catch(error => console.error('clock:', error)), MINUTE_MS)
    onStop(() => clearInterval(ticking))
  }
  onStop(startTtlSweeper(services.endpoints.dynamodb, resources.tables))
  const loaded = wake()
  onStop(() => {
    stopping = true
  })

  return {
    url,
    wsUrl: `ws://${LOOPBACK}:${port}/ws`,
    simUrl: simulator?.url,
    endpoints: services.endpoints,
    env: services.env,
    tableName,
    bucket,
    queueUrl: services.queueUrl,
    functions,
    loaded,
    clock,
    functionEnvironment: name => definitions.find(definition => definition.name === name)?.env ?? {},
    dynamodbPid: services.dynamodbPid,
    state: operations.state,
    host,
    simulator,
  }
}
