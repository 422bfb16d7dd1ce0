import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { closeServer, LOOPBACK, listen } from '../listen.ts'
import { openPorts } from '../ports.ts'
import { startSqs } from '../sqs/start-sqs.ts'
import type { Report } from './report.ts'
import { startOperations } from './start-operations.ts'

const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

/** A server that answers every request with a status, or never. */
async function endpoint(status: number | 'silent'): Promise<string> {
  const server: Server = createServer(
    (_, response) => void (status !== 'silent' && response.writeHead(status).end('{}')),
  )
  ends.push(() => closeServer(server))
  return `http://${LOOPBACK}:${await listen(server, 0)}`
}

async function world(given: { dynamodb?: number | 'silent'; s3?: number | 'silent'; host?: number | 'silent' } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-operations-'))
  ends.push(() => rmSync(dataDir, { recursive: true }))
  const sqs = await startSqs({ port: 0, file: ':memory:' })
  ends.push(sqs.close)
  const create = (QueueName: string, Attributes = {}) => sqs.call('CreateQueue', { QueueName, Attributes })
  const fifo = { FifoQueue: 'true' }
  const redrive = (target: string, maxReceiveCount = 1) => ({
    RedrivePolicy: JSON.stringify({
      deadLetterTargetArn: `arn:aws:sqs:us-east-1:000000000000:${target}`,
      maxReceiveCount,
    }),
  })
  await create('balcao-x-jobs-dlq')
  await create('balcao-x-jobs', redrive('balcao-x-jobs-dlq'))
  await create('balcao-x-outbound-0-dlq.fifo', fifo)
  await create('balcao-x-outbound-0.fifo', { ...fifo, ...redrive('balcao-x-outbound-0-dlq.fifo', 100) })
  const [dynamodb, s3, host] = [
    await endpoint(given.dynamodb ?? 200),
    await endpoint(given.s3 ?? 403),
    await endpoint(given.host ?? 200),
  ]
  const started = await startOperations({
    dataDir,
    prefix: 'balcao-x-',
    services: { sqs, endpoints: { dynamodb, s3, sqs: sqs.endpoint } },
    hostUrl: () => host,
    ports: openPorts(dataDir),
    secret: name => `secret of ${name}`,
  })
  ends.push(started.close)
  const call = async (path: string, method = 'GET', key = started.env.OPERATIONS_KEY) => {
    const response = await fetch(`${started.url}${path}`, { method, headers: { authorization: `Bearer ${key}` } })
    return { status: response.status, body: (await response.json()) as Report }
  }
  const queue = (name: string) => ({
    send: (MessageBody: string, more = {}) =>
      sqs.call('SendMessage', { QueueUrl: sqs.queueUrl(name), MessageBody, ...more }),
    receive: (VisibilityTimeout: number) =>
      sqs.call('ReceiveMessage', { QueueUrl: sqs.queueUrl(name), VisibilityTimeout }),
  })
  return { dataDir, call, queue }
}

it('is for whoever has the key', async () => {
  const { call } = await world()
  expect(await call('/report', 'GET', 'another')).toEqual({ status: 401, body: {} })
  expect((await call('/nothing')).status).toBe(404)
  expect((await call('/report', 'POST')).status).toBe(404)
})

it('reports disk, memory, queues, the last backup and what answers', async () => {
  const { call, queue, dataDir } = await world()
  await queue('balcao-x-jobs').send('a')
  writeFileSync(
    join(dataDir, 'backup.json'),
    JSON.stringify({ at: '2026-01-02T03:04:05Z', ok: false, bytes: 7, error: 'x' }),
  )
  const { body } = await call('/report')
  expect(body).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    queues: [
      { name: 'jobs', waiting: 1, oldestSeconds: 0 },
      { name: 'outbound-0.fifo', waiting: 0, oldestSeconds: 0 },
    ],
    deadLetters: 0,
    backup: { at: '2026-01-02T03:04:05Z', ok: false, bytes: 7 },
    storageFull: false,
    parts: { table: true, queues: true, objects: true, whatsapp: true },
  })
  expect(body.disk.free).toBeGreaterThan(0)
  expect(body.disk.total).toBeGreaterThan(body.disk.free)
  expect(body.memory).toBeGreaterThan(10_000_000)
})

it('names the parts that are away, and does not wait for one that hangs', async () => {
  const { call } = await world({ dynamodb: 'silent', s3: 500, host: 503 })
  expect((await call('/parts')).body).toEqual({ table: false, queues: true, objects: false, whatsapp: false })
  expect((await call('/report')).body).toMatchObject({ parts: { table: false }, backup: null })
})

it('lists dead letters and moves them back', async () => {
  const { call, queue } = await world()
  await queue('balcao-x-jobs').send('a')
  for (let turn = 0; turn < 2; turn++) await queue('balcao-x-jobs').receive(0)
  expect((await call('/dead-letters')).body).toEqual({
    deadLetters: [{ queue: 'jobs-dlq', messages: 1, oldestSeconds: 0 }],
  })
  expect((await call('/dead-letters/jobs/replay', 'POST')).status).toBe(404)
  expect((await call('/dead-letters/other-dlq/replay', 'POST')).status).toBe(404)
  expect(await call('/dead-letters/jobs-dlq/replay', 'POST')).toEqual({ status: 200, body: {} })
  expect((await call('/dead-letters')).body).toEqual({ deadLetters: [] })
  expect(await queue('balcao-x-jobs').receive(0)).toMatchObject({ Messages: [{ Body: 'a' }] })
})

it('counts what waits behind a phone that is away, but not its age', async () => {
  const { call, queue } = await world()
  const outbound = queue('balcao-x-outbound-0.fifo')
  for (const body of ['a', 'b']) await outbound.send(body, { MessageGroupId: 'phone', MessageDeduplicationId: body })
  await outbound.receive(1000)
  await new Promise(resolve => setTimeout(resolve, 1100))
  const { body } = await call('/report')
  expect(body.queues[1]).toEqual({ name: 'outbound-0.fifo', waiting: 1, oldestSeconds: 0 })
})
