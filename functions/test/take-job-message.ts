/** A process that takes one message from the jobs queue, for tests that kill it: `node take-job-message.ts <message>`. */
import { handler } from '../src/workers/jobs/handler.ts'
import { batchOf } from './pipeline-fixture.ts'

const { batchItemFailures } = await handler(batchOf([process.argv[2]!]))
process.exitCode = batchItemFailures.length
