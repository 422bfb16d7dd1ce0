/** A process that takes one message from the timers queue, for tests that kill it: `node take-timer.ts <message>`. */
import { handler } from '../src/workers/timers/handler.ts'
import { batchOf } from './pipeline-fixture.ts'

const { batchItemFailures } = await handler(batchOf([process.argv[2]!]))
process.exitCode = batchItemFailures.length
