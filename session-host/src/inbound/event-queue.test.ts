import { createHash, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SQSClient } from '@aws-sdk/client-sqs'
import type { InboundEvent, InboundMessage } from '@balcao/shared/events/queues.ts'
import { CUT_MARK } from '@balcao/shared/rules/cut-text.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { EventQueue } from './event-queue.ts'

const log = createLog('silent')
const QUEUE = 'http://127.0.0.1/000000000000/inbound.fifo'
const ack = (whatsappMessageId: string, connectionId = 'n'): InboundEvent => ({
  companyId: 'c',
  connectionId,
  type: 'ack',
  whatsappMessageId,
  ack: 3,
})
const text = (whatsappMessageId: string, body: string, connectionId = 'n'): InboundMessage => ({
  companyId: 'c',
  connectionId,
  type: 'message',
  whatsappMessageId,
  chat: { number: '5511988887777' },
  fromMe: false,
  sentAt: 1,
  receivedAt: 1,
  replayed: false,
  kind: 'text',
  body,
})

type Entry = { Id: string; MessageBody: string; MessageGroupId: string }
type Failure = { Code: string; SenderFault: boolean }
/**
 * Answer for an entry: taken, refused with a code; or `{ call }`: the whole call fails with that
 * code.
 */
type Verdict = Failure | { call: string } | undefined
const servers: Server[] = []

const AWAY = { call: 'Away' }
const LATER = { Code: 'InternalError', SenderFault: false }

/** An SQS on loopback that may refuse entries, or whole calls. */
async function sqs(judge: (call: number, entry: Entry) => Verdict | Promise<Verdict> = () => undefined) {
  const taken: InboundMessage[] = []
  const sizes: number[] = []
  const groups = new Set<string>()
  let calls = 0
  let parallel = 0
  let most = 0
  const server = createServer(async (request, response) => {
    most = Math.max(most, ++parallel)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { Entries } = JSON.parse(Buffer.concat(chunks).toString()) as { Entries: Entry[] }
    const call = ++calls
    sizes.push(Entries.length)
    const verdicts = await Promise.all(Entries.map(entry => judge(call, entry)))
    parallel--
    response.setHeader('content-type', 'application/x-amz-json-1.0')
    const whole = verdicts.find(verdict => verdict && 'call' in verdict)
    if (whole) return response.writeHead(400).end(JSON.stringify({ __type: (whole as { call: string }).call }))
    const md5 = (body: string) => createHash('md5').update(body).digest('hex')
    const Successful: unknown[] = []
    const Failed: unknown[] = []
    for (const [at, { Id, MessageBody, MessageGroupId }] of Entries.entries()) {
      if (verdicts[at]) {
        Failed.push({ Id, ...verdicts[at] })
        continue
      }
      groups.add(MessageGroupId)
      taken.push(JSON.parse(MessageBody))
      Successful.push({ Id, MessageId: Id, MD5OfMessageBody: md5(MessageBody) })
    }
    return response.end(JSON.stringify({ Successful, Failed }))
  })
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    client: new SQSClient({ endpoint, maxAttempts: 1 }),
    /** Ids in the order they came. */
    ids: () => taken.map(({ whatsappMessageId }) => whatsappMessageId),
    taken,
    sizes,
    groups,
    most: () => most,
  }
}
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections()
})

const names = (count: number, of = 'm') => Array.from({ length: count }, (_, at) => `${of}${at}`)

it('a burst of many chats goes in batches of ten, each chat in order', async () => {
  const { client, ids, sizes } = await sqs()
  const queue = new EventQueue(client, QUEUE, log)
  const chatOf = (id: string) => `chat ${Number(id.slice(1)) % 11}`
  await Promise.all(names(25).map(id => queue.send(ack(id), chatOf(id), id)))
  for (const [chat, sent] of Map.groupBy(names(25), chatOf))
    expect(ids().filter(id => chatOf(id) === chat)).toEqual(sent)
  expect(sizes).toEqual([10, 10, 5])
  expect(queue.backlog()).toBe(0)
})

it('what is too large for a call is not overtaken by what is behind it in its chat', async () => {
  const { client, ids } = await sqs()
  const queue = new EventQueue(client, QUEUE, log)
  const [large, small] = ['x'.repeat(60_000), 'x']
  const sent = [
    ...names(3, 'z').map(id => [id, id, large] as const),
    ['a0', 'chat', 'é'.repeat(60_000)] as const,
    ['a1', 'chat', small] as const,
  ]
  await Promise.all(sent.map(([id, chat, body]) => queue.send(text(id, body), chat, id)))
  expect(ids()).toEqual(['z0', 'z1', 'z2', 'a0', 'a1'])
})

it('waits while SQS is away and keeps the order', async () => {
  const { client, ids } = await sqs(call => (call <= 2 ? AWAY : undefined))
  const queue = new EventQueue(client, QUEUE, log)
  await Promise.all(names(12).map(id => queue.send(ack(id), 'chat', id)))
  expect(ids()).toEqual(names(12))
})

it.each([LATER, { Code: 'AccessDenied', SenderFault: true }, { Code: 'KmsThrottled', SenderFault: true }])(
  'what SQS does not take now is sent again: %j',
  async failure => {
    const { client, ids } = await sqs((call, entry) =>
      call === 1 && entry.MessageBody.includes('"a"') ? failure : undefined,
    )
    const queue = new EventQueue(client, QUEUE, log)
    await Promise.all([
      ...['a', 'b', 'c'].map(id => queue.send(ack(id), 'chat', id)),
      queue.send(ack('z'), 'another', 'z'),
    ])
    // It holds back its own conversation and no other.
    expect(ids()).toEqual(['z', 'a', 'b', 'c'])
    expect(queue.refusals()).toBe(0)
  },
)

it('an event that breaks the contract is dropped, and what is behind it goes on', async () => {
  const { client, ids } = await sqs()
  const queue = new EventQueue(client, QUEUE, log)
  const broken = { ...ack('x'), ack: 9 } as InboundEvent
  await Promise.all([queue.send(broken, 'chat', 'x'), queue.send(ack('y'), 'chat', 'y')])
  expect(ids()).toEqual(['y'])
  expect(queue.refusals()).toBe(1)
})

describe('what SQS refuses for good', () => {
  const hostile = (entry: Entry) => entry.MessageBody.includes('veneno')

  it.each([
    { Code: 'InvalidMessageContents', SenderFault: true },
    { Code: 'SomethingNew', SenderFault: true },
    { Code: 'AWS.SimpleQueueService.MessageTooLong', SenderFault: false },
  ])('is out of the way, and a placeholder stands in its place: %j', async failure => {
    const { client, taken, ids } = await sqs((_, entry) => (hostile(entry) ? failure : undefined))
    const queue = new EventQueue(client, QUEUE, log)
    const refused: [string, string][] = []
    await Promise.all([
      queue.send(text('a', 'antes'), 'chat', 'a'),
      queue.send(text('b', 'veneno'), 'chat', 'b', async (event, code) => {
        refused.push([(event as InboundMessage).body, code])
      }),
      queue.send(text('c', 'depois'), 'chat', 'c'),
    ])
    expect(ids().sort()).toEqual(['a', 'b', 'c'])
    const placeholder = taken.find(event => event.whatsappMessageId === 'b')
    expect(placeholder).toMatchObject({ kind: 'unsupported', body: CUT_MARK, chat: { number: '5511988887777' } })
    expect(refused).toEqual([['veneno', failure.Code]])
    expect(queue.refusals()).toBe(1)
    expect(queue.backlog()).toBe(0)
  })

  it.each(['BatchRequestTooLong', 'AWS.SimpleQueueService.BatchRequestTooLong', 'InvalidMessageContents'])(
    'is found when it makes SQS refuse the batch around it (%s), and the order is kept',
    async call => {
      const { client, taken, ids } = await sqs((_, entry) => (hostile(entry) ? { call } : undefined))
      const queue = new EventQueue(client, QUEUE, log)
      const bodies = names(12).map((id, at) => text(id, at === 4 ? 'veneno' : 'oi'))
      await Promise.all(bodies.map(event => queue.send(event, 'chat', event.whatsappMessageId)))
      expect(ids()).toEqual(names(12))
      expect(taken[4]!.body).toBe(CUT_MARK)
      expect(queue.refusals()).toBe(1)
    },
  )

  it('has no placeholder where nothing would be said by one; what is behind it goes on', async () => {
    const { client, ids } = await sqs((_, entry) =>
      entry.MessageBody.includes('"x"') ? { Code: 'InvalidMessageContents', SenderFault: true } : undefined,
    )
    const queue = new EventQueue(client, QUEUE, log)
    await Promise.all(['w', 'x', 'y'].map(id => queue.send(ack(id), 'chat', id)))
    expect(ids()).toEqual(['w', 'y'])
    expect(queue.refusals()).toBe(1)
  })

  it('is not published as sent when it could not be set aside', async () => {
    const { client } = await sqs(() => ({ Code: 'InvalidMessageContents', SenderFault: true }))
    const queue = new EventQueue(client, QUEUE, log)
    const sent = queue.send(ack('x'), 'chat', 'x', () => Promise.reject(new Error('the table is away')))
    await expect(sent).rejects.toThrow('the table is away')
    const thrown = queue.send(ack('y'), 'chat', 'y', () => {
      throw new Error('it cannot be packed')
    })
    await expect(thrown).rejects.toThrow('it cannot be packed')
    expect(queue.backlog()).toBe(0)
  })
})

it('a body of megabytes is cut, and one that cannot be stored made well-formed', async () => {
  const { client, taken } = await sqs()
  const queue = new EventQueue(client, QUEUE, log)
  await queue.send(text('a', '🙂'.repeat(1_000_000)), 'chat', 'a')
  await queue.send(text('b', 'meio \ud83d nada \0'), 'chat', 'b')
  expect(taken[0]!.body).toHaveLength(65_535)
  expect(taken[0]!.body.endsWith(CUT_MARK)).toBe(true)
  expect(taken[1]!.body).toBe('meio \ufffd nada \ufffd')
})

it('a group of any characters is one that SQS takes', async () => {
  const { client, groups } = await sqs()
  const queue = new EventQueue(client, QUEUE, log)
  const given = ['n:5511', 'n:grupo é', `n:${'x'.repeat(200)}`, `n:${'x'.repeat(201)}`]
  for (const [at, group] of given.entries()) await queue.send(ack(`m${at}`), group, `m${at}`)
  expect(groups.size).toBe(4)
  expect(groups).toContain('n:5511')
  for (const group of groups) expect(group).toMatch(/^[\x21-\x7e]{1,128}$/)
})

describe('lanes', () => {
  it('a connection whose events are not taken holds up no other', async () => {
    let mended = false
    const { client, ids } = await sqs((_, entry) =>
      !mended && entry.MessageBody.includes('"connectionId":"sick"') ? LATER : undefined,
    )
    const queue = new EventQueue(client, QUEUE, log)
    const waiting = names(5, 'sick').map(id => queue.send(ack(id, 'sick'), 'chat', id))
    // Forty others, so that any hashing to a few shared lanes would put some of them behind it.
    await Promise.all(names(40, 'c').map(id => queue.send(ack(id, id), 'chat', id)))
    expect(ids().filter(id => id.startsWith('sick'))).toEqual([])
    expect(queue.backlog()).toBe(5)
    mended = true
    await Promise.all(waiting)
    expect(ids().filter(id => id.startsWith('sick'))).toEqual(names(5, 'sick'))
  })

  it('of hundreds of connections take turns at a few calls; a long one does not keep a short one waiting', async () => {
    const { client, ids, most } = await sqs()
    const queue = new EventQueue(client, QUEUE, log)
    const long = names(400, 'long').map(id => queue.send(ack(id, 'long'), 'chat', id))
    const others = names(300, 'c').map(id => queue.send(ack(id, id), 'chat', id))
    await Promise.all(others)
    expect(ids().filter(id => id.startsWith('long')).length).toBeLessThan(100)
    await Promise.all(long)
    expect(ids().filter(id => id.startsWith('long'))).toEqual(names(400, 'long'))
    expect(most()).toBeLessThanOrEqual(8)
  })
})

it('after the close it takes nothing, and what never got out is refused', async () => {
  const { client } = await sqs(() => AWAY)
  const queue = new EventQueue(client, QUEUE, log)
  const waiting = Array.from({ length: 20 }, (_, at) => queue.send(ack('a', `c${at}`), 'chat', randomUUID()))
  const refusals = Promise.allSettled(waiting)
  await queue.close(50)
  for (const result of await refusals)
    expect(result).toMatchObject({ status: 'rejected', reason: { message: 'the host is closing' } })
  await expect(queue.send(ack('b'), 'chat', 'b')).rejects.toThrow('closing')
})
