/** A process that takes one message of a queue, for tests that kill it: `node take-message.ts <jobs|timers> <message>`. */
import { flushCompileCache } from 'node:module'
import { batchOf } from './pipeline-fixture.ts'

const [queue, message] = process.argv.slice(2)
const { handler } =
  queue === 'jobs' ? await import('../src/workers/jobs/handler.ts') : await import('../src/workers/timers/handler.ts')
// Now, since it will not come to its end: what the next one starts from.
flushCompileCache()

const { batchItemFailures } = await handler(batchOf([message!]))
process.exitCode = batchItemFailures.length
