/**
 * Sends thousands of messages over a cloud number while the processes that send them are killed and
 * a fifth of Meta's answers are lost; then counts what arrived. Services of its own.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs'
import { closeServer, LOOPBACK, listen } from '../../local/listen.ts'
import { readBody } from '../../local/read-body.ts'
import { testResources } from '../../local/resources.ts'
import { startServices } from '../../local/start-services.ts'
import { startSimulators } from '../../simulators/start-simulators.ts'
import { localEnvironment } from '../local-environment.ts'
import { cloudSimulator } from './cloud-simulator.ts'
import { workQueue } from './work-queue.ts'

const PEOPLE = 250
/** One of so many answers is lost. */
const LOST = 5
/** Time (ms) for which a process sends before it is killed, at least and at most. */
const LIFE_MS = [50, 600] as const
/**
 * Time (s) in which a command comes again that a dead process had: as short as a lost one may last.
 */
const VISIBILITY_S = 4
/** Time (ms) for which a message waits for its status. */
const STATUS_WAIT_MS = 121_000

export type KillResult = {
  messages: number
  kills: number
  /** Messages that the customers have, by how often. */
  once: number
  twice: number
  /** Messages that are marked as of unknown outcome. */
  unknown: number
  /** Messages that neither arrived nor are marked. */
  missing: number
  seconds: number
}

export async function killSenders(
  dataDir: string,
  { messages, kills }: { messages: number; kills: number },
  log: (line: string) => void,
): Promise<KillResult> {
  const services = await startServices({ dataDir, resources: testResources('local') })
  Object.assign(process.env, localEnvironment(services))
  let hear = async (_body: string, _signature: string): Promise<number> => 503
  const webhook = createServer(async (request, response) => {
    const body = (await readBody(request, 1e7))?.toString() ?? ''
    response.writeHead(await hear(body, String(request.headers['x-hub-signature-256']))).end()
  })
  const simulators = await startSimulators({
    webhookUrl: `http://${LOOPBACK}:${await listen(webhook, 0)}/`,
  })
  Object.assign(process.env, simulators.env)
  const sqs = new SQSClient()
  process.env.PAGES_QUEUE_URL = (
    await sqs.send(
      new CreateQueueCommand({
        QueueName: 'killed-pages.fifo',
        Attributes: { FifoQueue: 'true', VisibilityTimeout: String(VISIBILITY_S) },
      }),
    )
  ).QueueUrl
  try {
    // Imported only now: these modules read the environment.
    const { prepare } = await import('./prepare-conversations.ts')
    const shop = await prepare(simulators.url, PEOPLE)
    hear = shop.hear
    const simulator = cloudSimulator(simulators.url)
    await simulator.loseAnswers(LOST)
    const began = Date.now()
    const inbound = startInbound(sqs)
    const writing = shop.write(messages)
    const done = killAgain(kills, log)
    await writing
    log(`${messages} messages are written after ${Math.round((Date.now() - began) / 1000)} s`)
    const last = await done
    const settle = async () => {
      await untilEmpty(sqs, process.env.PAGES_QUEUE_URL!)
      await simulator.settled()
      await untilEmpty(sqs, process.env.INBOUND_QUEUE_URL!)
    }
    await settle()
    const waiting = await shop.unsent()
    log(`${waiting.length} messages wait for a status`)
    if (waiting.length > 0) {
      await sleep(STATUS_WAIT_MS)
      await shop.sweep(waiting)
      await settle()
    }
    const seconds = (Date.now() - began) / 1000
    last.kill('SIGKILL')
    await inbound()
    return { kills, seconds, ...(await shop.count(await simulator.sent(shop.phoneNumberId))) }
  } finally {
    await simulators.close()
    await closeServer(webhook)
    await services.close()
  }
}

/** Starts a process that waits until it may send. */
async function readySender(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'graph-worker.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  await once(child, 'message')
  return child
}

/** Lets one process after the other send, and kills each; returns the last one, which lives. */
async function killAgain(kills: number, log: (line: string) => void): Promise<ChildProcess> {
  let next = readySender()
  for (let killed = 0; killed < kills; killed++) {
    const child = await next
    child.send('go')
    next = readySender()
    await sleep(LIFE_MS[0] + Math.random() * (LIFE_MS[1] - LIFE_MS[0]))
    child.kill('SIGKILL')
    if ((killed + 1) % 20 === 0) log(`${killed + 1} kills`)
  }
  const last = await next
  last.send('go')
  return last
}

/** Works on `inbound.fifo` until the returned function is called. */
function startInbound(sqs: SQSClient): () => Promise<void> {
  let ended = false
  const work = async () => {
    const { handler } = await import('@balcao/functions/workers/inbound/handler.ts')
    await workQueue(sqs, process.env.INBOUND_QUEUE_URL, 10, handler, () => ended)
  }
  const running = Promise.all(Array.from({ length: 4 }, work))
  return async () => {
    ended = true
    await running
  }
}

async function untilEmpty(sqs: SQSClient, QueueUrl: string): Promise<void> {
  const { GetQueueAttributesCommand } = await import('@aws-sdk/client-sqs')
  const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const
  for (let quiet = 0; quiet < 3; ) {
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] }),
    )
    quiet = AttributeNames.every(name => Attributes[name] === '0') ? quiet + 1 : 0
    await sleep(300)
  }
}
