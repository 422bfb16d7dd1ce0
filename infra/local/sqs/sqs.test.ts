import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListDeadLetterSourceQueuesCommand,
  ListQueuesCommand,
  type Message,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageBatchCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import { targetClients } from '../test/target-clients.ts'

const { sqs, target } = targetClients()

async function makeQueue(attributes: Record<string, string> = {}, fifo = false): Promise<string> {
  const { QueueUrl } = await sqs.send(
    new CreateQueueCommand({
      QueueName: `test-${randomUUID()}${fifo ? '.fifo' : ''}`,
      Attributes: { ...(fifo ? { FifoQueue: 'true' } : {}), ...attributes },
    }),
  )
  return QueueUrl!
}

async function receive(QueueUrl: string, options: Partial<ReceiveMessageCommandInput> = {}): Promise<Message[]> {
  const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, ...options }))
  return Messages ?? []
}

const send = (QueueUrl: string, MessageBody: string, options: object = {}) =>
  sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, ...options }))

async function attributes(QueueUrl: string): Promise<Record<string, string>> {
  const answer = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }))
  return answer.Attributes as Record<string, string>
}

const bodies = (messages: Message[]) => messages.map(message => message.Body)

describe('queues', () => {
  it('creates, finds, lists and describes', async () => {
    const url = await makeQueue({ VisibilityTimeout: '2' })
    const name = url.split('/').at(-1)!
    expect((await attributes(url)).VisibilityTimeout).toBe('2')
    expect((await sqs.send(new GetQueueUrlCommand({ QueueName: name }))).QueueUrl).toBe(url)
    expect((await sqs.send(new ListQueuesCommand({ QueueNamePrefix: name }))).QueueUrls).toEqual([url])
    await expect(
      sqs.send(new CreateQueueCommand({ QueueName: name, Attributes: { VisibilityTimeout: '3' } })),
    ).rejects.toThrow('different value')
  })

  it('takes changed attributes into account at once', async () => {
    const url = await makeQueue({ VisibilityTimeout: '30' })
    await sqs.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: { VisibilityTimeout: '0' } }))
    await send(url, 'a')
    expect(await receive(url)).toHaveLength(1)
    expect(await receive(url)).toHaveLength(1)
  })

  it('purges', async () => {
    const url = await makeQueue()
    await send(url, 'x')
    await sqs.send(new PurgeQueueCommand({ QueueUrl: url }))
    expect(await receive(url)).toEqual([])
  })

  it('deletes, after which it does not exist', async () => {
    const url = await makeQueue()
    await sqs.send(new DeleteQueueCommand({ QueueUrl: url }))
    await expect(send(url, 'x')).rejects.toMatchObject({ name: 'QueueDoesNotExist' })
  })
})

describe('messages', () => {
  it('carries bodies and attributes, and forgets what is deleted', async () => {
    const url = await makeQueue({ VisibilityTimeout: '0' })
    const sent = await send(url, 'héllo', {
      MessageAttributes: {
        text: { DataType: 'String', StringValue: 'v' },
        bytes: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 2]) },
      },
    })
    expect(sent.MD5OfMessageBody).toBe(createHash('md5').update('héllo').digest('hex'))
    const [message] = await receive(url, { MessageAttributeNames: ['All'], MessageSystemAttributeNames: ['All'] })
    expect(message?.Body).toBe('héllo')
    expect(message?.MessageAttributes?.text?.StringValue).toBe('v')
    expect([...(message?.MessageAttributes?.bytes?.BinaryValue ?? [])]).toEqual([1, 2])
    expect(Object.keys(message?.Attributes ?? {})).toEqual(
      expect.arrayContaining(['ApproximateReceiveCount', 'SentTimestamp', 'ApproximateFirstReceiveTimestamp']),
    )
    await sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: message?.ReceiptHandle }))
    expect(await receive(url)).toEqual([])
  })

  it('hides a message for its visibility timeout and counts deliveries', async () => {
    const hidden = await makeQueue({ VisibilityTimeout: '60' })
    await send(hidden, 'a')
    expect(await receive(hidden)).toHaveLength(1)
    expect(await receive(hidden)).toEqual([])
    const url = await makeQueue({ VisibilityTimeout: '1' })
    await send(url, 'a')
    expect(await receive(url)).toHaveLength(1)
    const [again] = await receive(url, {
      WaitTimeSeconds: 10,
      MessageSystemAttributeNames: ['ApproximateReceiveCount'],
    })
    expect(again?.Attributes?.ApproximateReceiveCount).toBe('2')
  })

  it('changes a visibility timeout, up and to nothing', async () => {
    const url = await makeQueue({ VisibilityTimeout: '2' })
    await send(url, 'a')
    let message: Message | undefined
    const change = (VisibilityTimeout: number) =>
      sqs.send(
        new ChangeMessageVisibilityCommand({ QueueUrl: url, ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout }),
      )
    const isHeld = async () => {
      ;[message] = await receive(url, { WaitTimeSeconds: 10 })
      return change(60).then(
        () => true,
        () => false,
      )
    }
    // A test that is too late receives the message once more.
    while (!(await isHeld())) {}
    await sleep(2500)
    expect(await receive(url)).toEqual([])
    await change(0)
    expect(await receive(url)).toHaveLength(1)
  })

  it.skipIf(!target.has('queue-limits'))(
    'refuses a visibility beyond twelve hours and a delay beyond 900 s',
    async () => {
      const url = await makeQueue()
      await send(url, 'a')
      const [message] = await receive(url)
      const change = { QueueUrl: url, ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout: 43_201 }
      await expect(sqs.send(new ChangeMessageVisibilityCommand(change))).rejects.toThrow('VisibilityTimeout')
      await expect(send(url, 'too late', { DelaySeconds: 901 })).rejects.toThrow('DelaySeconds')
    },
  )

  it('delays messages by up to 900 s', async () => {
    const url = await makeQueue()
    const asked = Date.now()
    await send(url, 'later', { DelaySeconds: 2 })
    expect(bodies(await receive(url, { WaitTimeSeconds: 10 }))).toEqual(['later'])
    expect(Date.now() - asked).toBeGreaterThanOrEqual(2000)
    await send(url, 'much later', { DelaySeconds: 900 })
    expect(await receive(url)).toEqual([])
    expect((await attributes(url)).ApproximateNumberOfMessagesDelayed).toBe('1')
  })

  it('delays every message of a queue with a delay', async () => {
    const url = await makeQueue({ DelaySeconds: '2' })
    const asked = Date.now()
    await send(url, 'd')
    expect(await receive(url, { WaitTimeSeconds: 10 })).toHaveLength(1)
    expect(Date.now() - asked).toBeGreaterThanOrEqual(2000)
  })

  it('wakes a long poll by the send, and ends an empty one without messages', async () => {
    const url = await makeQueue()
    expect(await receive(url, { WaitTimeSeconds: 1 })).toEqual([])
    const waiting = receive(url, { WaitTimeSeconds: 20 })
    await sleep(200)
    await send(url, 'x')
    expect(bodies(await waiting)).toEqual(['x'])
  })

  it.skipIf(!target.has('gone-callers'))('gives nothing to a caller that has gone', async () => {
    const url = await makeQueue({ VisibilityTimeout: '30' })
    const gone = new AbortController()
    const waiting = sqs.send(new ReceiveMessageCommand({ QueueUrl: url, WaitTimeSeconds: 20 }), {
      abortSignal: gone.signal,
    })
    await sleep(200)
    gone.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    await sleep(500)
    await send(url, 'x')
    expect(bodies(await receive(url, { WaitTimeSeconds: 5 }))).toEqual(['x'])
  })

  it('sends, receives and deletes in batches of ten', async () => {
    const url = await makeQueue()
    const entries = (count: number) => Array.from({ length: count }, (_, i) => ({ Id: `i${i}`, MessageBody: `b${i}` }))
    const sent = await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries: entries(10) }))
    expect(sent.Successful).toHaveLength(10)
    const messages = await receive(url, { MaxNumberOfMessages: 10 })
    const deleted = await sqs.send(
      new DeleteMessageBatchCommand({
        QueueUrl: url,
        Entries: messages.map(({ ReceiptHandle }, i) => ({ Id: String(i), ReceiptHandle })),
      }),
    )
    expect(deleted.Successful).toHaveLength(10)
    const { ApproximateNumberOfMessages, ApproximateNumberOfMessagesNotVisible } = await attributes(url)
    expect([ApproximateNumberOfMessages, ApproximateNumberOfMessagesNotVisible]).toEqual(['0', '0'])
    await expect(sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries: entries(11) }))).rejects.toMatchObject({
      name: 'TooManyEntriesInBatchRequest',
    })
  })

  it('takes 1 MiB and no more', async () => {
    const url = await makeQueue()
    await send(url, 'x'.repeat(256 * 1024))
    await expect(send(url, 'x'.repeat(1024 * 1024 + 1))).rejects.toThrow('shorter')
  })
})

describe('dead letters', () => {
  async function withDeadLetters(options: Record<string, string>, maxReceiveCount: number) {
    const dead = await makeQueue()
    const deadLetterTargetArn = (await attributes(dead)).QueueArn!
    const url = await makeQueue({ ...options, RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount }) })
    return { dead, url, deadArn: deadLetterTargetArn }
  }

  it('moves a message that was received too often', async () => {
    const { dead, url } = await withDeadLetters({ VisibilityTimeout: '0' }, 2)
    await send(url, 'poison')
    expect(await receive(url)).toHaveLength(1)
    expect(await receive(url)).toHaveLength(1)
    expect(await receive(url)).toEqual([])
    const [message] = await receive(dead, { MessageSystemAttributeNames: ['All'] })
    expect(message?.Body).toBe('poison')
    expect(message?.Attributes?.DeadLetterQueueSourceArn).toBe((await attributes(url)).QueueArn)
  })

  it('moves them back', async () => {
    const { dead, url, deadArn } = await withDeadLetters({ VisibilityTimeout: '0' }, 1)
    await send(url, 'p')
    await receive(url)
    await receive(url)
    const sources = await sqs.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl: dead }))
    expect(sources.queueUrls).toEqual([url])
    await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: deadArn }))
    expect(bodies(await receive(url, { WaitTimeSeconds: 5 }))).toEqual(['p'])
    expect(await receive(dead)).toEqual([])
  })
})

// Both kinds of FIFO queue keep order and deduplicate; the scope of the deduplication differs.
describe.each([
  ['FIFO', {}],
  ['high-throughput FIFO', { DeduplicationScope: 'messageGroup', FifoThroughputLimit: 'perMessageGroupId' }],
])('%s', (_, extra: Record<string, string>) => {
  const makeFifo = (options: Record<string, string> = {}) =>
    makeQueue({ ContentBasedDeduplication: 'true', ...extra, ...options }, true)

  it('keeps order in a group and closes it while a message is in flight', async () => {
    const url = await makeFifo({ VisibilityTimeout: '30' })
    for (let i = 0; i < 6; i++) await send(url, `m${i}`, { MessageGroupId: i % 2 ? 'B' : 'A' })
    const [first] = await receive(url, { MessageSystemAttributeNames: ['All'] })
    expect([first?.Body, first?.Attributes?.MessageGroupId]).toEqual(['m0', 'A'])
    expect(bodies(await receive(url, { MaxNumberOfMessages: 10 }))).toEqual(['m1', 'm3', 'm5'])
    expect(await receive(url, { MaxNumberOfMessages: 10 })).toEqual([])
    await sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: first?.ReceiptHandle }))
    expect(bodies(await receive(url, { MaxNumberOfMessages: 10 }))).toEqual(['m2', 'm4'])
  })

  it('hands the next message of a group to a poll that waits when the one before is deleted', async () => {
    const url = await makeFifo({ VisibilityTimeout: '30' })
    await send(url, 'm0', { MessageGroupId: 'A' })
    await send(url, 'm1', { MessageGroupId: 'A' })
    const [first] = await receive(url)
    const waiting = receive(url, { WaitTimeSeconds: 20 })
    await sleep(200)
    await sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: first?.ReceiptHandle }))
    expect(bodies(await waiting)).toEqual(['m1'])
  })

  it('keeps order after a failure', async () => {
    const url = await makeFifo({ VisibilityTimeout: '1' })
    for (let i = 0; i < 3; i++) await send(url, `m${i}`, { MessageGroupId: 'A' })
    expect(bodies(await receive(url))).toEqual(['m0'])
    expect(bodies(await receive(url, { MaxNumberOfMessages: 10, WaitTimeSeconds: 5 }))).toEqual(['m0', 'm1', 'm2'])
  })

  it('drops duplicates by id and by content, also after the first was deleted', async () => {
    const url = await makeFifo({ VisibilityTimeout: '30' })
    const a = await send(url, 'x', { MessageGroupId: 'g', MessageDeduplicationId: '1' })
    const [first] = await receive(url)
    await sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: first?.ReceiptHandle }))
    const b = await send(url, 'y', { MessageGroupId: 'g', MessageDeduplicationId: '1' })
    expect(b.MessageId).toBe(a.MessageId)
    await send(url, 'z', { MessageGroupId: 'g' })
    await send(url, 'z', { MessageGroupId: 'g' })
    expect(bodies(await receive(url, { MaxNumberOfMessages: 10 }))).toEqual(['z'])
  })

  it.skipIf(!target.has('duplicate-numbers'))('answers a duplicate with the number of the first', async () => {
    const url = await makeFifo()
    const once = { MessageGroupId: 'g', MessageDeduplicationId: '1' }
    const first = await send(url, 'x', once)
    expect((await send(url, 'x', once)).SequenceNumber).toBe(first.SequenceNumber)
  })

  it('wants a group, numbers messages and lets none be delayed alone', async () => {
    const url = await makeFifo()
    await expect(send(url, 'x')).rejects.toThrow('MessageGroupId')
    const a = await send(url, 'a', { MessageGroupId: 'g' })
    const b = await send(url, 'b', { MessageGroupId: 'g' })
    expect(b.SequenceNumber! > a.SequenceNumber!).toBe(true)
    await expect(send(url, 'c', { MessageGroupId: 'g', DelaySeconds: 5 })).rejects.toThrow('DelaySeconds')
  })
})

it('scopes deduplication to the group of a high-throughput queue only', async () => {
  const scopes: [Record<string, string>, number][] = [
    [{}, 1],
    [{ DeduplicationScope: 'messageGroup', FifoThroughputLimit: 'perMessageGroupId' }, 2],
  ]
  for (const [extra, count] of scopes) {
    const url = await makeQueue(extra, true)
    await send(url, 'a', { MessageGroupId: 'one', MessageDeduplicationId: 'same' })
    await send(url, 'b', { MessageGroupId: 'two', MessageDeduplicationId: 'same' })
    expect(await receive(url, { MaxNumberOfMessages: 10 })).toHaveLength(count)
  }
})
