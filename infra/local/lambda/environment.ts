// Code inside a function's worker thread: loads the bundle once, then handles invocations as they
// come. Its types are stripped by `create-functions.ts`, so it imports Node's own modules only.
import { AsyncLocalStorage } from 'node:async_hooks'
import http, {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { getPriority, setPriority } from 'node:os'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'

export type EnvironmentData = {
  entry: string
  handler: string
  context: Record<string, unknown>
  timeoutMs: number
  /** Nice value of a thread that runs when the others leave the processor free. */
  yields: number | undefined
  /** Port of DynamoDB for calls that only read; undefined = the same as for all. */
  readsPort: number | undefined
}
/**
 * The event as JSON, as Lambda passes it: copying the object costs more than writing and parsing.
 */
export type Invocation = { id: string; event: string }
export type Outcome =
  | { id: string; result: unknown }
  | { id: string; error: { name: string; message: string; stack: string | undefined } }
  | { ready: true }

type Handler = (event: unknown, context: Record<string, unknown>) => unknown

const { entry, handler, context, timeoutMs, yields, readsPort } = workerData as EnvironmentData

// On Linux this sets the priority of this thread; elsewhere of the whole process, which must not
// yield. A thread with a lower priority keeps it: raising it again needs privileges.
if (yields !== undefined && process.platform === 'linux') setPriority(0, Math.max(getPriority(0), yields))

if (readsPort !== undefined) passReads(new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB!).port, readsPort)

/** Passes the calls of DynamoDB that only read to another port of this machine. */
function passReads(from: string, to: number): void {
  const reads = /^DynamoDB_\d+\.(GetItem|BatchGetItem|Query|Scan)$/
  const { request } = http
  const passing = (options: RequestOptions, onResponse?: (response: IncomingMessage) => void): ClientRequest => {
    const target = (options.headers as OutgoingHttpHeaders | undefined)?.['x-amz-target']
    const isRead = String(options.port) === from && reads.test(String(target))
    return request(isRead ? { ...options, port: to } : options, onResponse)
  }
  http.request = passing as typeof request
  syncBuiltinESMExports()
}

// Several invocations share this thread, as on Lambda's managed instances: libraries that keep
// state per invocation read it from the store that Lambda's own runtime puts here.
const invocations = new AsyncLocalStorage<Record<PropertyKey, unknown>>()
const store = {
  getContext: () => invocations.getStore(),
  hasContext: () => invocations.getStore() !== undefined,
  get: (key: PropertyKey) => invocations.getStore()?.[key],
  set(key: PropertyKey, value: unknown) {
    const current = invocations.getStore()
    if (!current) throw new Error('No context available')
    current[key] = value
  },
  run: <T>(values: Record<PropertyKey, unknown>, work: () => T) => invocations.run(values, work),
  getRequestId: () => String(invocations.getStore()?.[Symbol.for('_AWS_LAMBDA_REQUEST_ID')] ?? '-'),
  getXRayTraceId: () => undefined,
  getTenantId: () => undefined,
}
Object.assign(globalThis, { awslambda: { InvokeStore: store } })

const port = parentPort
if (!port) throw new Error('environment.ts runs in a worker thread only')

/** Delay that lets a waiting invocation be answered first. */
const COLLECT_MS = 300
let asked = false

const loaded = import(pathToFileURL(entry).href).then((module: Record<string, unknown>) => {
  const found = module[handler] ?? (module.default as Record<string, unknown> | undefined)?.[handler]
  if (typeof found !== 'function') throw new Error(`${entry} does not export ${handler}`)
  return found as Handler
})
loaded.then(() => {
  port.postMessage({ ready: true } satisfies Outcome)
  // When functions are loaded one after the other, no invocation waits yet.
  setImmediate(() => (asked ? setTimeout(collect, COLLECT_MS).unref() : collect()))
})

/**
 * Frees what loading left behind, about a third of an environment's memory. An ordinary collection
 * keeps the pages for ten seconds, in which all other functions are loaded.
 */
function collect(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')({ type: 'major', flavor: 'last-resort' })
}

port.on('message', async ({ id, event }: Invocation) => {
  asked = true
  try {
    const run = await loaded
    const deadline = Date.now() + timeoutMs
    const result = await invocations.run({ [Symbol.for('_AWS_LAMBDA_REQUEST_ID')]: id }, () =>
      run(JSON.parse(event), { ...context, awsRequestId: id, getRemainingTimeInMillis: () => deadline - Date.now() }),
    )
    port.postMessage({ id, result } satisfies Outcome)
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    port.postMessage({ id, error: { name: error.name, message: error.message, stack: error.stack } } satisfies Outcome)
  }
})
