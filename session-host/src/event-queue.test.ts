import { createHash, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SQSClient } from '@aws-sdk/client-sqs'
import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { afterAll, expect, it } from 'vitest'
import { createEventQueue } from './event-queue.ts'
import { createLog } from './log.ts'

const log = createLog('silent')
const ack = (whatsappMessageId: string): InboundEvent => ({
  companyId: 'c',
  connectionId: 'n',
  type: 'ack',
  whatsappMessageId,
  ack: 3,
})

type Entry = { Id: string; MessageBody: string }
const servers: Server[] = []

/** An SQS on loopback whose first calls may fail, or refuse some entries. */
async function sqs(refuse: (call: number, entry: Entry) => boolean | 'all') {
  const taken: string[] = []
  const sizes: number[] = []
  let calls = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { Entries } = JSON.parse(Buffer.concat(chunks).toString()) as { Entries: Entry[] }
    calls++
    sizes.push(Entries.length)
    response.setHeader('content-type', 'application/x-amz-json-1.0')
    if (Entries.some(entry => refuse(calls, entry) === 'all')) return response.writeHead(400).end('{"__type":"Away"}')
    const failed = Entries.filter(entry => refuse(calls, entry))
    const ok = Entries.filter(entry => !failed.includes(entry))
    for (const entry of ok) taken.push(JSON.parse(entry.MessageBody).whatsappMessageId)
    const md5 = (text: string) => createHash('md5').update(text).digest('hex')
    const Successful = ok.map(({ Id, MessageBody }) => ({ Id, MessageId: Id, MD5OfMessageBody: md5(MessageBody) }))
    const Failed = failed.map(({ Id }) => ({ Id, Code: 'InternalError', SenderFault: false }))
    return response.end(JSON.stringify({ Successful, Failed }))
  })
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { client: new SQSClient({ endpoint, maxAttempts: 1 }), taken, sizes }
}
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections()
})

it('a burst goes in batches of ten, in order', async () => {
  const { client, taken, sizes } = await sqs(() => false)
  const queue = createEventQueue(client, 'http://127.0.0.1/000000000000/inbound.fifo', log)
  const ids = Array.from({ length: 25 }, (_, at) => `m${at}`)
  await Promise.all(ids.map(id => queue.send(ack(id), 'chat', id)))
  expect(taken).toEqual(ids)
  expect(sizes).toEqual([10, 10, 5])
  expect(queue.backlog()).toBe(0)
})

it('waits while SQS is away and keeps the order', async () => {
  const { client, taken } = await sqs(call => (call <= 2 ? 'all' : false))
  const queue = createEventQueue(client, 'http://127.0.0.1/000000000000/inbound.fifo', log)
  const ids = Array.from({ length: 12 }, (_, at) => `m${at}`)
  await Promise.all(ids.map(id => queue.send(ack(id), 'chat', id)))
  expect(taken).toEqual(ids)
})

it('what SQS refuses is sent again', async () => {
  const { client, taken } = await sqs((call, entry) => call === 1 && entry.Id === '1')
  const queue = createEventQueue(client, 'http://127.0.0.1/000000000000/inbound.fifo', log)
  await Promise.all(['a', 'b', 'c'].map(id => queue.send(ack(id), 'chat', id)))
  expect(taken).toEqual(['a', 'c', 'b'])
})

it('an event that breaks the contract is dropped, and what is behind it goes on', async () => {
  const { client, taken } = await sqs(() => false)
  const queue = createEventQueue(client, 'http://127.0.0.1/000000000000/inbound.fifo', log)
  const broken = { ...ack('x'), ack: 9 } as InboundEvent
  await Promise.all([queue.send(broken, 'chat', 'x'), queue.send(ack('y'), 'chat', 'y')])
  expect(taken).toEqual(['y'])
})

it('after the close it takes nothing, and what never got out is refused', async () => {
  const { client } = await sqs(() => 'all')
  const queue = createEventQueue(client, 'http://127.0.0.1/000000000000/inbound.fifo', log)
  const waiting = queue.send(ack('a'), 'chat', randomUUID())
  waiting.catch(() => undefined)
  await queue.close(50)
  await expect(waiting).rejects.toThrow('closing')
  await expect(queue.send(ack('b'), 'chat', 'b')).rejects.toThrow('closing')
})
