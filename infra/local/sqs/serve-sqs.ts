import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import { ACCOUNT, REGION } from '../aws-names.ts'
import { createHttpServer } from '../create-http-server.ts'
import { roomIn, STORAGE_FULL, STORAGE_FULL_STATUS, StorageFullError } from '../disk.ts'
import { closeServer, LOOPBACK, listen } from '../listen.ts'
import { readBody } from '../read-body.ts'
import { createSqsEngine, type SqsCall, type SqsParams } from './sqs-engine.ts'
import { SqsError } from './sqs-error.ts'

const REQUEST_LIMIT_BYTES = 20 * 1024 * 1024

/** @param file path of the database, or `:memory:` */
export type SqsOptions = { port: number; file: string }

export const endpointOf = (port: number): string => `http://${LOOPBACK}:${port}`
export const queueUrlOf = (port: number, name: string): string => `${endpointOf(port)}/${ACCOUNT}/${name}`

/**
 * Serves the SQS engine over the AWS JSON 1.0 protocol on loopback, in this thread.
 * @param options.port wanted port, any free one when it is in use; 0 = any
 */
export async function serveSqs(options: SqsOptions) {
  let port = 0
  const queueUrl = (name: string) => queueUrlOf(port, name)
  const room = roomIn(options.file === ':memory:' ? null : dirname(options.file))
  const engine = createSqsEngine({ file: options.file, account: ACCOUNT, region: REGION, queueUrl, room })
  const server = createHttpServer((request, response) => void serve(engine.call, request, response))
  port = await listen(server, options.port, true)
  return {
    port,
    call: engine.call,
    shortenDelays: engine.shortenDelays,
    pause: engine.pause,
    overview: engine.overview,
    async close() {
      engine.close()
      await closeServer(server)
    },
  }
}

async function serve(call: SqsCall, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const action = String(request.headers['x-amz-target'] ?? '').replace('AmazonSQS.', '')
    const raw = await readBody(request, REQUEST_LIMIT_BYTES)
    if (!raw) throw new SqsError('InvalidParameterValue', 'Request too long')
    const params = parse(raw.toString('utf8') || '{}')
    answer(response, 200, await call(action, params, action === 'ReceiveMessage' ? goneBefore(response) : undefined))
  } catch (error) {
    if (response.destroyed || !request.complete) return void request.destroy()
    const known = error instanceof SqsError
    const isFull = error instanceof StorageFullError
    const code = known ? error.code : isFull ? STORAGE_FULL : 'InternalFailure'
    if (!known && !isFull) console.error('sqs:', error)
    response.setHeader('x-amzn-query-error', `${code};${known ? 'Sender' : 'Receiver'}`)
    const message = error instanceof Error ? error.message : String(error)
    answer(response, known ? 400 : isFull ? STORAGE_FULL_STATUS : 500, {
      __type: `com.amazonaws.sqs#${exceptionName(code)}`,
      message,
    })
  }
}

/** @throws SqsError for anything but the JSON of an object */
function parse(text: string): SqsParams {
  try {
    const params: unknown = JSON.parse(text)
    if (typeof params === 'object' && params !== null && !Array.isArray(params)) return params as SqsParams
  } catch {}
  throw new SqsError('MalformedInput', 'The request is not the JSON of an object')
}

/** Returns a signal that aborts when the caller disconnects before its answer. */
function goneBefore(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  if (response.destroyed) gone.abort()
  response.on('close', () => {
    if (!response.writableEnded) gone.abort()
  })
  return gone.signal
}

/** Returns the JSON protocol's name of an error, as the SDK knows it. */
function exceptionName(code: string): string {
  if (code === 'AWS.SimpleQueueService.NonExistentQueue') return 'QueueDoesNotExist'
  return code.split('.').at(-1) ?? code
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  const text = Buffer.from(JSON.stringify(body))
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', 'content-length': text.length })
  response.end(text)
}
