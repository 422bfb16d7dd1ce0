/**
 * A process that takes one message of a queue, or makes one call of the API, for tests that kill
 * it, which start it bundled (MESSAGE_TAKER): `node take-message.mjs
 * <inbound|jobs|timers|ticks|machines|pages|api> <message>`.
 */
import { flushCompileCache } from 'node:module'
import type { TestUser } from './harness.ts'
import { batchOf } from './pipeline-fixture.ts'

/** A call as `api` takes it. */
export type ApiCall = { method: string; path: string; token: string; body?: object }

const [queue, message] = process.argv.slice(2)

async function taker(): Promise<() => Promise<number>> {
  if (queue === 'api') {
    const { send } = await import('./harness.ts')
    const { method, path, token, body } = JSON.parse(message!) as ApiCall
    await import('../src/areas/orders/handler.ts')
    return async () => {
      const { status } = await send(method, path, {
        as: { token } as TestUser,
        text: body === undefined ? null : JSON.stringify(body),
      })
      return status < 300 ? 0 : status
    }
  }
  const { handler } = await workerOf(queue)
  return async () => (await handler(batchOf([message!]))).batchItemFailures.length
}

function workerOf(name: string | undefined) {
  switch (name) {
    case 'inbound':
      return import('../src/workers/inbound/handler.ts')
    case 'jobs':
      return import('../src/workers/jobs/handler.ts')
    case 'machines':
      return import('../src/workers/bots/handler.ts')
    case 'pages':
      return import('../src/workers/graph/handler.ts')
    case 'ticks':
      return import('../src/workers/ticks/handler.ts')
    default:
      return import('../src/workers/timers/handler.ts')
  }
}

const take = await taker()
// Now, since it will not come to its end: what the next one starts from.
flushCompileCache()

process.exitCode = await take()
