import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RunningSimulators, startSimulators } from '../../simulators/start-simulators.ts'
import { closeServer } from '../listen.ts'
import { createSqsEngine, type SqsEngine } from '../sqs/sqs-engine.ts'
import { serveTimerClock } from './serve-timer-clock.ts'
import { createTimerClock, type TimerClock } from './timer-clock.ts'

const MINUTE = 60_000
const queueUrl = (name: string) => `http://queues/${name}`

/**
 * A function that enqueues due timers, as the product's clock does; a consumer of the queue fires
 * them.
 */
let armed: number[]
let fired: number[]
let dir: string
let sqs: SqsEngine
let clock: TimerClock
let stopped: boolean
let consumer: Promise<void>

async function receiveTimers(event: unknown): Promise<number> {
  const { from, to } = (event as { runAhead: { from: number; to: number } }).runAhead
  const due = armed.filter(at => Math.floor(at / MINUTE) >= Math.floor(from / MINUTE) && at <= to)
  armed = armed.filter(at => !due.includes(at))
  for (const at of due) await sqs.call('SendMessage', { QueueUrl: queueUrl('timers'), MessageBody: String(at) })
  return due.length
}

async function consume(): Promise<void> {
  while (!stopped) {
    const { Messages = [] } = (await sqs.call('ReceiveMessage', {
      QueueUrl: queueUrl('timers'),
      WaitTimeSeconds: 1,
    })) as { Messages?: { Body: string; ReceiptHandle: string }[] }
    for (const { Body, ReceiptHandle } of Messages) {
      fired.push(Number(Body))
      // Every ten minutes, four times.
      const next = Number(Body) + 10 * MINUTE
      if (fired.length < 4) armed.push(next)
      await sqs.call('DeleteMessage', { QueueUrl: queueUrl('timers'), ReceiptHandle })
    }
  }
}

const open = (drainTimeoutMs?: number) =>
  createTimerClock({
    dir,
    functions: { invoke: (_, event) => receiveTimers(event) },
    clock: 'clock',
    sqs: { call: sqs.call, queueUrl },
    queue: 'timers',
    shortenDelays: async ms => sqs.shortenDelays(ms),
    ...(drainTimeoutMs ? { drainTimeoutMs } : {}),
  })

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-clock-'))
  sqs = createSqsEngine({ file: ':memory:', account: '0', region: 'r', queueUrl })
  await sqs.call('CreateQueue', { QueueName: 'timers' })
  ;[armed, fired, stopped] = [[], [], false]
  clock = open()
  consumer = consume()
  return async () => {
    stopped = true
    await consumer
    sqs.close()
    rmSync(dir, { recursive: true, force: true })
  }
})

describe('the clock of timers', () => {
  it('is the time of day until it is moved, rises by what is asked, and keeps that over a restart', async () => {
    expect(clock.read().advancedSeconds).toBe(0)
    expect(Math.abs(Date.parse(clock.read().now) - Date.now())).toBeLessThan(5000)
    await clock.advance(3600)
    await clock.advance(60)
    expect(clock.read().advancedSeconds).toBe(3660)
    expect(open().read().advancedSeconds).toBe(3660)
    expect(Date.parse(clock.read().now) - Date.now()).toBeGreaterThan(3_650_000)
  })

  it('fires all that comes due on the way, in order, what is armed anew on the way too, and nothing beyond', async () => {
    const start = Date.now()
    const beyond = start + 3 * 60 * MINUTE
    armed = [beyond, start + 31 * MINUTE]
    await clock.advance(3600)
    const first = start + 31 * MINUTE
    expect(fired).toEqual([first, first + 10 * MINUTE, first + 20 * MINUTE])
    expect(armed).toEqual([beyond, first + 30 * MINUTE])
    await clock.advance(3 * 3600)
    expect(fired).toEqual([first, first + 10 * MINUTE, first + 20 * MINUTE, first + 30 * MINUTE, beyond])
  })

  it('fires what was armed before a move as it comes to it, and leaves to its own time what is armed since', async () => {
    const start = Date.now()
    await clock.advance(3600)
    armed = [start + 30 * MINUTE]
    await clock.tick()
    expect(fired).toEqual([])
    await clock.advance(1)
    expect(fired[0]).toBe(start + 30 * MINUTE)
  })

  it('ends the waiting of delayed messages that falls into the move', async () => {
    const send = (body: string, DelaySeconds: number) =>
      sqs.call('SendMessage', { QueueUrl: queueUrl('timers'), MessageBody: body, DelaySeconds })
    await send('1', 300)
    await send('2', 900)
    await clock.advance(600)
    expect(fired.slice(0, 1)).toEqual([1])
    expect(fired).not.toContain(2)
  })

  it('is not held by a timer that fails', async () => {
    stopped = true
    await consumer
    // Received by a consumer that never deletes it.
    await sqs.call('SendMessage', { QueueUrl: queueUrl('timers'), MessageBody: '7' })
    const { Messages } = (await sqs.call('ReceiveMessage', {
      QueueUrl: queueUrl('timers'),
      VisibilityTimeout: 600,
    })) as { Messages: unknown[] }
    expect(Messages).toHaveLength(1)
    const impatient = open(50)
    await impatient.advance(1)
    expect(impatient.read().advancedSeconds).toBe(1)
  })
})

describe('POST /sim/clock', () => {
  let simulators: RunningSimulators
  let served: Awaited<ReturnType<typeof serveTimerClock>>
  const moves: number[] = []

  beforeAll(async () => {
    served = await serveTimerClock({
      read: () => ({ now: '2026-11-23T00:00:00.000Z', advancedSeconds: moves.reduce((sum, one) => sum + one, 0) }),
      advance: async seconds => void moves.push(seconds),
      tick: async () => {},
    })
    simulators = await startSimulators({ clockUrl: served.url })
  })
  afterAll(async () => {
    await simulators.close()
    await closeServer(served.server)
  })

  const post = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    fetch(`${simulators.url}/sim/clock`, { method: 'POST', headers, body })

  it('moves it and shows it', async () => {
    const answer = await post('{"advanceSeconds":86400}')
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { now: '2026-11-23T00:00:00.000Z', advancedSeconds: 86_400 },
    ])
    expect(await (await fetch(`${simulators.url}/sim/clock`)).json()).toMatchObject({ advancedSeconds: 86_400 })
  })

  it.each(['{"advanceSeconds":-1}', '{"advanceSeconds":0}', '{"advanceSeconds":1.5}', '{"advanceSeconds":"9"}'])(
    'refuses %s: it only rises',
    async body => {
      const before = moves.length
      expect((await post(body)).status).toBe(400)
      expect((await post('{"advanceSeconds":99999999}')).status).toBe(400)
      expect((await post('{"advanceSeconds":60}', { 'content-type': 'text/plain' })).status).toBe(415)
      expect(moves).toHaveLength(before)
    },
  )

  it('is shown in the header, where there is one', async () => {
    expect(await (await fetch(`${simulators.url}/sim/systems`)).json()).toContainEqual({ part: '/clock.js' })
    const alone = await startSimulators()
    expect((await fetch(`${alone.url}/sim/clock`)).status).toBe(503)
    await alone.close()
  })
})
