import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { endpointOf, queueUrlOf, type SqsOptions } from './serve-sqs.ts'
import type { QueueOverview, SqsCall } from './sqs-engine.ts'
import { SqsError } from './sqs-error.ts'
import type { Ask, SqsReply } from './sqs-thread.ts'

export type SqsServer = {
  endpoint: string
  port: number
  queueUrl: (name: string) => string
  call: SqsCall
  /** Reduces the remaining delay of delayed messages by the given ms, after the clock was moved. */
  shortenDelays: (ms: number) => Promise<void>
  /**
   * Pauses the queues: nothing is written and no call ends. 0 ends the pause.
   * @returns the moment (epoch ms) at which it ends by itself
   */
  pause: (ms: number) => Promise<number>
  /** Returns the waiting messages of every queue, by name. */
  overview: () => Promise<QueueOverview[]>
  close: () => Promise<void>
}

type Asked = Ask extends infer Each ? (Each extends { id: number } ? Omit<Each, 'id'> : never) : never
type Waiting = { resolve: (answer: Record<string, unknown>) => void; reject: (error: Error) => void }

/**
 * Serves the queues in their own thread: each of their calls writes, and the gateway, which runs in
 * this thread, would wait for those writes.
 * @param options.port wanted port, any free one when it is in use; 0 = any
 * @param options.file path of the database, or `:memory:`
 */
export async function startSqs(options: SqsOptions): Promise<SqsServer> {
  const thread = new Worker(new URL('./sqs-thread.ts', import.meta.url), {
    workerData: options,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const [{ port }] = (await once(thread, 'message')) as [{ port: number }]
  const waiting = new Map<number, Waiting>()
  let last = 0
  let over = false

  thread.on('message', (reply: SqsReply) => {
    if (!('id' in reply)) return
    const asker = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('answer' in reply) asker?.resolve(reply.answer)
    else
      asker?.reject(
        reply.error.code ? new SqsError(reply.error.code, reply.error.message) : new Error(reply.error.message),
      )
  })
  // An uncaught error there ends the process, as it would have here: an `error` event without a
  // listener does.
  thread.on('exit', () => {
    over = true
    for (const { reject } of waiting.values()) reject(new Error('the queues have ended'))
    waiting.clear()
  })

  function ask(asked: Asked, signal?: AbortSignal): Promise<Record<string, unknown>> {
    if (over) return Promise.reject(new Error('the queues have ended'))
    const id = ++last
    const leave = () => thread.postMessage({ gone: id } satisfies Ask)
    const answer = new Promise<Record<string, unknown>>((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      thread.postMessage({ id, ...asked } as Ask)
    })
    if (!signal) return answer
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    return answer.finally(() => signal.removeEventListener('abort', leave))
  }

  return {
    endpoint: endpointOf(port),
    port,
    queueUrl: name => queueUrlOf(port, name),
    call: (action, params, signal) => ask({ action, params }, signal),
    async shortenDelays(ms) {
      await ask({ shortenDelays: ms })
    },
    pause: async ms => Number((await ask({ pauseMs: ms })).until ?? Date.now()),
    async overview() {
      return (await ask({ overview: true })).queues as QueueOverview[]
    },
    async close() {
      if (over) return
      await ask({ close: true })
      await thread.terminate()
    },
  }
}
