// Code inside the queues' thread: serves them and carries out the calls of its process.
import { parentPort, workerData } from 'node:worker_threads'
import { type SqsOptions, serveSqs } from './serve-sqs.ts'
import type { SqsParams } from './sqs-engine.ts'
import { SqsError } from './sqs-error.ts'

export type Ask =
  | { id: number; action: string; params: SqsParams }
  | { id: number; shortenDelays: number }
  | { id: number; pauseMs: number }
  | { id: number; overview: true }
  | { id: number; close: true }
  /** The caller of that call has disconnected. */
  | { gone: number }
export type SqsReply =
  | { port: number }
  | { id: number; answer: Record<string, unknown> }
  | { id: number; error: { code: string | undefined; message: string } }

const port = parentPort
if (!port) throw new Error('sqs-thread.ts runs in a worker thread only')

const sqs = await serveSqs(workerData as SqsOptions)
const underWay = new Map<number, { gone: AbortController; done: Promise<void> }>()

async function carryOut(ask: Exclude<Ask, { gone: number }>, signal: AbortSignal): Promise<Record<string, unknown>> {
  if ('action' in ask) return sqs.call(ask.action, ask.params, signal)
  if ('shortenDelays' in ask) {
    await sqs.shortenDelays(ask.shortenDelays)
    return {}
  }
  if ('pauseMs' in ask) {
    if (ask.pauseMs === 0) {
      sqs.pause.end()
      return {}
    }
    return { until: sqs.pause.begin(ask.pauseMs) }
  }
  if ('overview' in ask) return { queues: sqs.overview() }
  await sqs.close()
  // Long polls are answered first, with no message.
  await Promise.all([...underWay].filter(([id]) => id !== ask.id).map(([, { done }]) => done))
  return {}
}

async function answer(ask: Exclude<Ask, { gone: number }>, signal: AbortSignal): Promise<void> {
  const { id } = ask
  try {
    port!.postMessage({ id, answer: await carryOut(ask, signal) } satisfies SqsReply)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const code = error instanceof SqsError ? error.code : undefined
    port!.postMessage({ id, error: { code, message } } satisfies SqsReply)
  } finally {
    underWay.delete(id)
  }
}

port.on('message', (ask: Ask) => {
  if ('gone' in ask) return underWay.get(ask.gone)?.gone.abort()
  const gone = new AbortController()
  underWay.set(ask.id, { gone, done: answer(ask, gone.signal) })
})
port.postMessage({ port: sqs.port } satisfies SqsReply)
