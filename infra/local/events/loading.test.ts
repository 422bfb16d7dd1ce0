import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createFunctions, type Functions } from '../lambda/create-functions.ts'
import { createSqsEngine, type SqsEngine } from '../sqs/sqs-engine.ts'
import { startMappings } from './start-mappings.ts'

const VISIBILITY_S = 1

/** Asks for permission when it is loaded and at the beginning and end of each invocation. */
const CODE = `
  import { get } from 'node:http'
  const ask = path => new Promise((resolve, reject) => {
    get(process.env.ASK + path, answer => answer.resume().on('end', resolve)).on('error', reject)
  })
  await ask('/load')
  export async function handler({ Records }) {
    for (const { body } of Records) {
      await ask('/begin/' + body)
      await ask('/end/' + body)
    }
    return { batchItemFailures: [] }
  }`

let dir: string
let server: Server
let engine: SqsEngine
let functions: Functions
let stop: () => Promise<void>
const asked: string[] = []
const waiting = new Map<string, ServerResponse[]>()
/** Returns true for the steps that wait for permission. */
let holds: (path: string) => boolean

const goOn = (path: string) => {
  for (const answer of waiting.get(path) ?? []) answer.end()
  waiting.delete(path)
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-loading-'))
  server = createServer(({ url: path = '' }, answer) => {
    asked.push(path)
    if (holds(path)) waiting.set(path, [...(waiting.get(path) ?? []), answer])
    else answer.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  writeFileSync(join(dir, 'worker.mjs'), CODE)
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  rmSync(dir, { recursive: true })
})

beforeEach(async () => {
  asked.length = 0
  waiting.clear()
  engine = createSqsEngine({ file: ':memory:', account: '000000000000', region: 'x', queueUrl: name => name })
  const Attributes = { FifoQueue: 'true', VisibilityTimeout: String(VISIBILITY_S) }
  await engine.call('CreateQueue', { QueueName: 'chats.fifo', Attributes })
  const ASK = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const entry = join(dir, 'worker.mjs')
  const worker = { name: 'worker', entry, handler: 'handler', timeoutMs: 60_000, memoryMb: 256, env: { ASK } }
  functions = createFunctions([worker], () => {})
  const mapping = {
    queueArn: 'arn:aws:sqs:x:000000000000:chats.fifo',
    queueName: 'chats.fifo',
    function: 'worker',
    batchSize: 10,
    windowMs: 0,
    maximumConcurrency: 8,
    partial: true,
  }
  stop = startMappings([mapping], functions, { call: engine.call, queueUrl: name => name })
})
afterEach(async () => {
  for (const path of [...waiting.keys()]) goOn(path)
  const stopped = stop()
  engine.close()
  await functions.close()
  await stopped
})

const send = (body: string, group = 'ana') =>
  engine.call('SendMessage', {
    QueueUrl: 'chats.fifo',
    MessageBody: body,
    MessageGroupId: group,
    MessageDeduplicationId: body,
  })
const handled = () => asked.filter(path => path !== '/load')
const inOrder = (...bodies: string[]) => bodies.flatMap(body => [`/begin/${body}`, `/end/${body}`])
/** Waits until anything delivered once could have been delivered twice more. */
const visibilityEndsTwice = () => sleep(2.5 * VISIBILITY_S * 1000)

it('hands a conversation out once while its function is still being loaded, however long that takes', async () => {
  holds = path => path === '/load'
  await send('um')
  await send('dois')
  await expect.poll(() => asked, { timeout: 20_000 }).toEqual(['/load'])
  await visibilityEndsTwice()
  await send('três')
  goOn('/load')
  await expect.poll(handled, { timeout: 20_000 }).toContain('/end/tr%C3%AAs')
  expect(handled().map(decodeURI)).toEqual(inOrder('um', 'dois', 'três'))
})

it('lets visibility go by from then on, as for a function that was there', async () => {
  holds = path => ['/load', '/begin/um'].includes(path)
  await send('um')
  await expect.poll(() => asked, { timeout: 20_000 }).toEqual(['/load'])
  await visibilityEndsTwice()
  goOn('/load')
  // A consumer that takes longer than the queue waits receives the message once more.
  await expect.poll(() => handled().length, { timeout: 20_000 }).toBeGreaterThan(1)
  expect(new Set(handled())).toEqual(new Set(['/begin/um']))
})

it('brings again what waited for a function that cannot be loaded', async () => {
  holds = path => path === '/load'
  await send('um')
  await expect.poll(() => asked, { timeout: 20_000 }).toEqual(['/load'])
  await visibilityEndsTwice()
  await functions.terminate('worker')
  await expect.poll(() => asked, { timeout: 20_000 }).toEqual(['/load', '/load'])
  goOn('/load')
  await expect.poll(handled, { timeout: 20_000 }).toEqual(inOrder('um'))
})
