// The worker of `pages.fifo` in its own process, as the function is, on the services of its parent.
// It begins when its parent says so, and is killed by it.
import { SQSClient } from '@aws-sdk/client-sqs'
import { handler } from '@balcao/functions/workers/graph/handler.ts'
import { workQueue } from './work-queue.ts'

/** Batches at once, and their size: those of the function (infra/stacks/workers-stack.ts). */
const BATCHES = 20
const BATCH_SIZE = 5

const sqs = new SQSClient()

process.once('message', () => {
  for (let i = 0; i < BATCHES; i++) void workQueue(sqs, process.env.PAGES_QUEUE_URL, BATCH_SIZE, handler, () => false)
})
process.send?.('ready')
