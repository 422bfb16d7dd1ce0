/**
 * A company whose model hangs in more conversations than the queue has workers: it keeps its own
 * places and no more, and loses none of what is owed.
 */
import { createServer, type Server, type ServerResponse } from 'node:http'
import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { closeServer, LOOPBACK, listen } from '@balcao/infra/local/listen.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type AgentFixture, GOOD_KEY, makeAgent } from '../../test/agent-fixture.ts'
import { botReplyRow } from '../../test/bot-reply-row.ts'
import { type Gate, openGate } from '../../test/gate.ts'
import { killAtCall } from '../../test/kill-at-call.ts'
import { batchOf, inbound } from '../../test/pipeline-fixture.ts'
import { someNumber } from '../../test/some-number.ts'
import { config } from '../config.ts'
import { acquireSlot } from '../data/automation/bot-concurrency.ts'
import { findContactByNumber } from '../data/contacts/contact.ts'
import { listMessages } from '../data/tickets/message.ts'
import { findLiveTicket } from '../data/tickets/ticket.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { handler as takeMachines } from '../workers/bots/handler.ts'
import { handler as takeInbound } from '../workers/inbound/handler.ts'
import { runBotReply } from './run-bot-reply.ts'

/** Slots of a company (`data/automation/bot-concurrency.ts`). */
const SLOTS = 10

const HANGING_KEY = 'sk-balcao-test-hangs'
/** More than a company's places, fewer than its conversations. */
const WORKERS = SLOTS + 2
const CONVERSATIONS = SLOTS + 5

let gate: Gate
let model: Server
let queueUrl: string
/** Calls of the company that hangs, unanswered. */
let held: ServerResponse[] = []
/** Answers whoever is asked from now on, too. */
let isHanging = true
const sqs = new SQSClient()

const answer = (response: ServerResponse) =>
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ choices: [{ message: { content: 'Olá.' } }], usage: { total_tokens: 1 } }))

beforeAll(async () => {
  model = createServer((request, response) => {
    request.resume()
    if (isHanging && request.headers.authorization === `Bearer ${HANGING_KEY}`) held.push(response)
    else answer(response)
  })
  const host = `${LOOPBACK}:${await listen(model, 0)}`
  const made = await sqs.send(
    new CreateQueueCommand({ QueueName: `machines-${newId()}`, Attributes: { VisibilityTimeout: '135' } }),
  )
  queueUrl = made.QueueUrl!
  const address = { OPENAI_URL: `http://${host}/v1`, OUTGOING_PRIVATE_HOSTS: host, MACHINES_QUEUE_URL: queueUrl }
  Object.assign(process.env, address)
  gate = await openGate()
  expect(config().MACHINES_QUEUE_URL).toBe(queueUrl)
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  for (const response of held) response.destroy()
  await closeServer(model)
  await gate.close()
})

/** As many at once as a queue's mapping has; ends when told to. */
function startWorkers(count: number): () => Promise<void> {
  const end = new AbortController()
  const loop = async () => {
    while (!end.signal.aborted) {
      const { Messages = [] } = await sqs
        .send(new ReceiveMessageCommand({ QueueUrl: queueUrl, WaitTimeSeconds: 1 }), { abortSignal: end.signal })
        .catch(error => {
          if (end.signal.aborted) return { Messages: [] }
          throw error
        })
      for (const { Body, ReceiptHandle } of Messages) {
        const { batchItemFailures } = await takeMachines(batchOf([Body!]))
        const done = { QueueUrl: queueUrl, ReceiptHandle: ReceiptHandle! }
        await (batchItemFailures.length === 0
          ? sqs.send(new DeleteMessageCommand(done))
          : sqs.send(new ChangeMessageVisibilityCommand({ ...done, VisibilityTimeout: 0 })))
      }
    }
  }
  const loops = Array.from({ length: count }, loop)
  return async () => {
    end.abort()
    await Promise.all(loops)
  }
}

/** Somebody new writes; answers their ticket. */
async function meet(agent: AgentFixture, ...texts: string[]) {
  const number = someNumber()
  for (const body of texts)
    expect((await takeInbound(batchOf([inbound({ ...agent, number }, { body })]))).batchItemFailures).toEqual([])
  const contact = await findContactByNumber(agent.companyId, number)
  return (await findLiveTicket(agent.companyId, agent.connectionId, contact!.id))!
}

const answers = async (agent: AgentFixture, ticketId: string) =>
  (await listMessages(agent.companyId, ticketId, { limit: 20 })).filter(({ origin }) => origin === 'machine').length

it('another company’s bot is answered while one hangs, and whoever waits is answered once when it does no more', async () => {
  const [hanging, other] = [await makeAgent({ apiKey: HANGING_KEY }), await makeAgent({ apiKey: GOOD_KEY })]
  const tickets: TicketRow[] = []
  for (let i = 0; i < CONVERSATIONS; i++) tickets.push(await meet(hanging, 'um', 'dois'))
  const stop = startWorkers(WORKERS)
  try {
    await expect.poll(() => held.length, { timeout: 20_000 }).toBe(SLOTS)
    const { id } = await meet(other, 'oi')
    await expect.poll(() => answers(other, id), { timeout: 20_000 }).toBe(1)
    // None of those that hang has been answered since, and no other was asked.
    expect([held.length, held.some(response => response.writableEnded)]).toEqual([SLOTS, false])
    isHanging = false
    for (const response of held) answer(response)
    const all = () => Promise.all(tickets.map(ticket => answers(hanging, ticket.id)))
    await expect.poll(all, { timeout: 40_000 }).toEqual(tickets.map(() => 1))
    const replies = () => Promise.all(tickets.map(ticket => botReplyRow(hanging.companyId, ticket.id)))
    const done = expect.objectContaining({ asked: 2, answered: 2, replyNumber: 1, waitingSince: null })
    // The message is on the phone a moment before the reply ends.
    await expect.poll(replies, { timeout: 20_000 }).toEqual(tickets.map(() => done))
  } finally {
    isHanging = false
    for (const response of held) if (!response.writableEnded) answer(response)
    held = []
    await stop()
  }
}, 120_000)

it('who waits too long for a place is a person’s, with a note', async () => {
  const agent = await makeAgent()
  for (let i = 0; i < SLOTS; i++) await acquireSlot(agent.companyId, Date.now())
  const ticket = await agent.write()
  const job = { companyId: agent.companyId, ticketId: ticket.id }
  await runBotReply(job)
  const waits = await botReplyRow(agent.companyId, ticket.id)
  expect(waits).toMatchObject({ asked: 1, answered: 0, waitingSince: expect.any(Number) })
  // Asked about it meanwhile, nobody looks.
  await runBotReply(job)
  const since = waits!.waitingSince!
  vi.spyOn(Date, 'now').mockImplementation(() => since + 100_000)
  for (let i = 0; i < SLOTS; i++) await acquireSlot(agent.companyId, Date.now())
  await runBotReply(job)
  expect(await botReplyRow(agent.companyId, ticket.id)).toMatchObject({ answered: 0, waitingSince: since })
  vi.spyOn(Date, 'now').mockImplementation(() => since + 200_000)
  await runBotReply(job)
  vi.restoreAllMocks()
  expect(await agent.ticket()).toMatchObject({ status: 'pending', useIntegration: false, promptId: null })
  expect(await agent.notes()).toEqual([expect.stringContaining('conversas demais')])
  expect(await answers(agent, ticket.id)).toBe(0)
})

it('a worker that is killed behind its place leaves it to the next one, once it ran out', async () => {
  const agent = await makeAgent({ apiKey: GOOD_KEY })
  const ticket = await meet(agent, 'oi')
  const job = { companyId: agent.companyId, ticketId: ticket.id }
  // The second write of a reply: the claim of the row was the first.
  expect(await killAtCall(gate, { nth: 2, operation: 'UpdateItem' }, 'machines', job)).toBe(true)
  const now = Date.now()
  const free = (at: number) => Promise.all(Array.from({ length: SLOTS + 1 }, () => acquireSlot(agent.companyId, at)))
  expect((await free(now)).filter(place => place !== undefined)).toHaveLength(SLOTS - 1)
  expect((await free(now + 126_000)).filter(place => place !== undefined)).toHaveLength(SLOTS)
}, 60_000)
