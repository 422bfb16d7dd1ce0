// A worker of `measure-campaigns.ts` in a process of its own, as a function is, on the services of its parent:
//   plan COMPANY JOB      all steps of a planner behind each other; says what it cost
//   jobs                  the jobs of the queue as they come
//   ticks COMPANY CONN    a connection's campaigns without a pause, and what a phone says of their messages
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { takeCampaignAck } from '@balcao/functions/campaigns/take-ack.ts'
import { getJob } from '@balcao/functions/data/jobs/job.ts'
import { metered, type Units } from '@balcao/functions/data/table/meter.ts'
import { tick } from '@balcao/functions/test/campaign-fixture.ts'
import { commandsOf } from '@balcao/functions/test/pipeline-fixture.ts'
import { KINDS } from '@balcao/functions/workers/jobs/kinds/kinds.ts'
import { runStep } from '@balcao/functions/workers/jobs/run-step.ts'
import { JobMessage } from '@balcao/shared/events/queues.ts'

/** What planning cost: milliseconds of work, bytes of memory of this process (before, when a hundredth was done, at most). */
export type PlanCost = { units: Units; ms: number; before: number; early: number; most: number }

const [task, companyId = '', id = ''] = process.argv.slice(2)
const QUEUE = process.env.JOBS_QUEUE_URL
const sqs = new SQSClient()

async function plan(): Promise<PlanCost> {
  const before = process.memoryUsage().rss
  let [early, most, steps] = [0, 0, 0]
  const began = performance.now()
  const total = Number(process.argv[5])
  const { units } = await metered(async () => {
    for (;;) {
      const job = await getJob(companyId, id, true)
      if (!job || job.status === 'done') return
      await runStep({ companyId, jobId: id, seq: job.seq }, KINDS)
      const { rss } = process.memoryUsage()
      most = Math.max(most, rss)
      if (job.done < total / 100) early = most
      if (++steps % 500 === 0) process.send?.({ done: job.done })
    }
  })
  return { units, ms: performance.now() - began, before, early, most }
}

async function workQueue(): Promise<never> {
  for (;;) {
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: QUEUE, WaitTimeSeconds: 20 }))
    for (const { Body, ReceiptHandle } of Messages) {
      const message = JobMessage.parse(JSON.parse(Body!))
      if (message.type === 'step') await runStep(message, KINDS)
      await sqs.send(new DeleteMessageCommand({ QueueUrl: QUEUE, ReceiptHandle }))
    }
  }
}

/** Until there is nothing more to send. */
async function send(): Promise<void> {
  const sender = { companyId, connectionId: id } as Parameters<typeof tick>[0]
  let sending = true
  const phones = (async () => {
    while (sending)
      for (const command of await commandsOf(sender))
        if (command.type === 'send')
          await takeCampaignAck({ companyId, connectionId: id, whatsappMessageId: command.whatsappMessageId, ack: 2 })
  })()
  while ((await tick(sender)).campaigns.length > 0);
  sending = false
  await phones
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
    await send()
}
process.exit(0)
