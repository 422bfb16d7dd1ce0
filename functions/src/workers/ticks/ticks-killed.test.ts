import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { Tick } from '@balcao/shared/events/queues.ts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import {
  makeCampaign,
  makeList,
  makeSender,
  sentOf,
  someNumbers,
  start,
  workJobs,
} from '../../../test/campaign-fixture.ts'
import { type Gate, openGate } from '../../../test/gate.ts'
import { killAtCall } from '../../../test/kill-at-call.ts'
import { runTick } from '../../campaigns/run-tick.ts'
import { progressOf } from '../../data/campaigns/campaign-recipient.ts'
import { getSendQueue } from '../../data/campaigns/send-queue-row.ts'

let gate: Gate
beforeAll(async () => {
  gate = await openGate()
  // What is left with these queues goes through the gate too.
  for (const name of ['TICKS_QUEUE_URL', 'OUTBOUND_QUEUE_URLS'])
    gate.env[name] = process.env[name]!.replaceAll(/http:\/\/[^/]+/g, new URL(gate.env.JOBS_QUEUE_URL!).origin)
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => gate.close())

/** Calls at which a process ends: before or after its message is in the table, and in the queue. */
const DEATHS = [
  { nth: 1, moment: 'before', operation: 'TransactWriteItems' },
  { nth: 1, moment: 'after', operation: 'TransactWriteItems' },
  { nth: 1, moment: 'before', operation: 'SendMessage' },
  { nth: 1, moment: 'after', operation: 'SendMessage' },
  { nth: 2, moment: 'before', operation: 'SendMessage' },
] as const

it('a message of a campaign leaves once when processes are killed around it', { timeout: 120_000 }, async () => {
  const sender = await makeSender()
  const numbers = someNumbers(DEATHS.length + 2)
  const campaign = await makeCampaign(sender, await makeList(sender, numbers))
  await start(campaign)
  await workJobs(sender.companyId)
  const { companyId, connectionId } = sender
  for (const death of DEATHS) {
    const { seq } = await getSendQueue(companyId, connectionId)
    // As the timer sends it, a minute after one that did not come.
    expect(await killAtCall(gate, death, 'ticks', { companyId, connectionId, seq, again: true })).toBe(true)
  }
  const { seq } = await getSendQueue(companyId, connectionId)
  await runTick({ companyId, connectionId, seq, again: true })
  // One that did its work comes once more.
  await runTick({ companyId, connectionId, seq })
  const sent = await sentOf(sender)
  expect(await progressOf(companyId, campaign.id, true)).toMatchObject({ counts: { sent: numbers.length, waiting: 0 } })
  expect([...new Set(sent.map(({ to }) => to.number))].sort()).toEqual([...numbers].sort())
  const ids = new Map(sent.map(({ to, whatsappMessageId }) => [`${to.number} ${whatsappMessageId}`, to.number]))
  expect(ids.size).toBe(numbers.length)
})

/** Waits for a tick of a connection in the queue, which others use too. */
async function queuedTick(connectionId: string, seq: number): Promise<Tick> {
  const sqs = new SQSClient()
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: process.env.TICKS_QUEUE_URL,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: 1,
        WaitTimeSeconds: 1,
      }),
    )
    const ticks = Messages.map(({ Body }) => Tick.parse(JSON.parse(Body!)))
    const found = ticks.find(tick => tick.connectionId === connectionId && tick.seq === seq)
    if (found) return found
  }
}

it('a go that is killed behind many messages is taken up by the tick it began with', { timeout: 60_000 }, async () => {
  const sender = await makeSender()
  const campaign = await makeCampaign(sender, await makeList(sender, someNumbers(6)))
  await start(campaign)
  await workJobs(sender.companyId)
  const { companyId, connectionId } = sender
  const begun = await getSendQueue(companyId, connectionId)
  const death = { nth: 4, moment: 'after', operation: 'SendMessage' } as const
  expect(await killAtCall(gate, death, 'ticks', { companyId, connectionId, seq: begun.seq })).toBe(true)
  const left = await getSendQueue(companyId, connectionId)
  expect(left.seq).toBeGreaterThan(begun.seq + 2)
  // As its queue has it come.
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(left.updatedAt + 30_000)
  await runTick({ companyId, connectionId, seq: begun.seq })
  vi.useRealTimers()
  await runTick(await queuedTick(connectionId, left.seq))
  expect(await progressOf(companyId, campaign.id, true)).toMatchObject({ counts: { sent: 6, waiting: 0 } })
})
