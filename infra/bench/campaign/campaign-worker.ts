// A worker of `measure-campaigns.ts` in its own process, as a function is, on the services of its
// parent:
//   plan COMPANY JOB      runs all steps of a planner in a row and prints their cost
//   jobs                  handles the jobs of the queue as they come
//   ticks COMPANY CONN    ticks a connection's campaigns without a pause and acknowledges messages
import { DeleteMessageBatchCommand, DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { runTick } from '@balcao/functions/campaigns/run-tick.ts'
import { takeCampaignAck } from '@balcao/functions/campaigns/take-campaign-ack.ts'
import { getSendQueue } from '@balcao/functions/data/campaigns/send-queue-row.ts'
import { getJob } from '@balcao/functions/data/jobs/job.ts'
import { metered, type Units } from '@balcao/functions/data/table/meter.ts'
import { enqueueStep } from '@balcao/functions/messaging/begin-job.ts'
import { KINDS } from '@balcao/functions/workers/jobs/kinds/kinds.ts'
import { runStep } from '@balcao/functions/workers/jobs/run-step.ts'
import { JobMessage, type SendCommand } from '@balcao/shared/events/queues.ts'
import { shardOf } from '@balcao/shared/rules/shard.ts'
import { heldMemory } from '../memory.ts'

/**
 * Cost of planning: milliseconds of work; resident bytes before and at most, and bytes held after
 * each tenth.
 */
export type PlanCost = { units: Units; ms: number; before: number; most: number; held: number[] }

const [task, companyId = '', id = ''] = process.argv.slice(2)
const QUEUE = process.env.JOBS_QUEUE_URL
const sqs = new SQSClient()

async function plan(): Promise<PlanCost> {
  const before = process.memoryUsage().rss
  let most = before
  const held: number[] = []
  const began = performance.now()
  const total = Number(process.argv[5])
  const { units } = await metered(async () => {
    for (;;) {
      const job = await getJob(companyId, id, true)
      if (!job || job.status === 'done') return
      await runStep({ companyId, jobId: id, seq: job.seq }, KINDS, enqueueStep)
      most = Math.max(most, process.memoryUsage().rss)
      if (job.done >= ((held.length + 1) * total) / 10) held.push(heldMemory())
    }
  })
  return { units, ms: performance.now() - began, before, most, held }
}

async function workQueue(): Promise<never> {
  for (;;) {
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: QUEUE, WaitTimeSeconds: 20 }))
    for (const { Body, ReceiptHandle } of Messages) {
      const message = JobMessage.parse(JSON.parse(Body!))
      if (message.type === 'step') await runStep(message, KINDS, enqueueStep)
      await sqs.send(new DeleteMessageCommand({ QueueUrl: QUEUE, ReceiptHandle }))
    }
  }
}

/** Enqueues a phone's acknowledgements of the sent messages. */
async function acknowledge(): Promise<never> {
  const QueueUrl = process.env.OUTBOUND_QUEUE_URLS!.split(',')[shardOf(id)]
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 1 }),
    )
    if (Messages.length === 0) continue
    // As the function receives them: in parallel, and deleted together.
    await Promise.all(
      Messages.map(async ({ Body }) => {
        const { whatsappMessageId } = JSON.parse(Body!) as SendCommand
        await takeCampaignAck({ companyId, connectionId: id, whatsappMessageId, ack: 2 })
      }),
    )
    const Entries = Messages.map(({ ReceiptHandle }, i) => ({ Id: String(i), ReceiptHandle }))
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }))
  }
}

/** Runs the due ticks of a connection. */
async function send(): Promise<never> {
  for (;;) {
    const { seq, dueAt } = await getSendQueue(companyId, id)
    await new Promise(resolve => setTimeout(resolve, Math.max(10, dueAt - Date.now())))
    await runTick({ companyId, connectionId: id, seq })
  }
}

process.send?.({ ready: true })
switch (task) {
  case 'plan':
    process.send?.({ cost: await plan() })
    break
  case 'jobs':
    await workQueue()
    break
  default:
    await Promise.all([send(), acknowledge()])
}
process.exit(0)
