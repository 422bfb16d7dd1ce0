import {
  CreateQueueCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { newId } from '@balcao/shared/ids.ts'
import { expectLogged } from '@balcao/shared/test/output.ts'
import type { SQSEvent } from 'aws-lambda'
import { expect, it } from 'vitest'
import { putOne } from '../data/table/single-write.ts'
import { put, transact } from '../data/table/transact.ts'
import { MESSAGE_POINTERS } from '../data/tickets/message-row.ts'
import { processBatch, processFifoBatch, withQuickRetry } from './batch.ts'

const batch = (bodies: string[]): SQSEvent =>
  ({
    Records: bodies.map(body => ({ messageId: body, body, attributes: { MessageGroupId: 'chat' } })),
  }) as unknown as SQSEvent

const pointer = (ticketId: string) => ({ companyId: newId(), digest: newId(), ticketId, messageId: newId() })
const store = (ticketId: string) => putOne(MESSAGE_POINTERS.put(pointer(ticketId)))
const storeTogether = (...ticketIds: string[]) =>
  transact(ticketIds.map(ticketId => put('pointer', MESSAGE_POINTERS.put(pointer(ticketId)))))
const HUGE = 'x'.repeat(500_000)

it.each([
  ['too large for an item', () => store(HUGE)],
  ['too large for an item of a transaction', () => storeTogether('a', HUGE)],
  ['not well-formed', () => storeTogether('a\ud83d', 'b')],
])('what the table will never hold (%s) fails alone: nothing waits behind it', async (_, work) => {
  const done: string[] = []
  const answer = await processFifoBatch(async ({ body }) => {
    if (body === 'bad') await work()
    done.push(body)
  })(batch(['a', 'bad', 'c', 'd']))
  expect(done).toEqual(['a', 'c', 'd'])
  expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'bad' }])
  expectLogged('message failed', 1)
})

it('what may succeed later holds back its group', async () => {
  const done: string[] = []
  const answer = await processFifoBatch(async ({ body }) => {
    if (body === 'bad') throw new Error('the table is away')
    done.push(body)
  })(batch(['a', 'bad', 'c']))
  expect(done).toEqual(['a'])
  expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'bad' }, { itemIdentifier: 'c' }])
  expectLogged('the table is away', 1)
})

const $metadata = { attempts: 3 }
const server = Object.assign(new Error('down'), { name: 'InternalServerError', $fault: 'server', $metadata })

it.each([
  ['by itself', new Error('on purpose'), ['a', 'c'], ['bad']],
  ['by a foreign host', Object.assign(new Error('silent'), { name: 'TimeoutError' }), ['a', 'c'], ['bad']],
  ['while the table is away', new Error('wrapped', { cause: server }), ['a'], ['bad', 'c']],
  [
    'while nothing listens',
    Object.assign(new Error('refused'), { code: 'ECONNREFUSED', $metadata }),
    ['a'],
    ['bad', 'c'],
  ],
  [
    'under throttling',
    Object.assign(new Error('slow'), { name: 'ThrottlingException', $metadata }),
    ['a'],
    ['bad', 'c'],
  ],
])('what fails for the fourth time %s', async (_, error, done, failed) => {
  const event = batch(['a', 'bad', 'c'])
  for (const record of event.Records) record.attributes.ApproximateReceiveCount = '4'
  const seen: string[] = []
  const answer = await processFifoBatch(async ({ body }) => {
    if (body === 'bad') throw error
    seen.push(body)
  })(event)
  expect(seen).toEqual(done)
  expect(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(failed)
  expectLogged('message failed', 1)
})

it('of several groups only the one of the failure is held back, and of a standard queue nothing is', async () => {
  const ids = ['a1', 'b1', 'bad', 'b2', 'a2']
  const event = {
    Records: ids.map((id, position) => ({
      messageId: id,
      body: id,
      attributes: { MessageGroupId: position % 2 === 0 ? 'a' : 'b' },
    })),
  } as unknown as SQSEvent
  const done: string[] = []
  const work = async ({ body }: { body: string }) => {
    if (body === 'bad') throw new Error('the table is away')
    done.push(body)
  }
  expect(await processFifoBatch(work)(event)).toEqual({
    batchItemFailures: [{ itemIdentifier: 'bad' }, { itemIdentifier: 'a2' }],
  })
  expect(done.sort()).toEqual(['a1', 'b1', 'b2'])
  expect(await processBatch(work)(event)).toEqual({ batchItemFailures: [{ itemIdentifier: 'bad' }] })
  expectLogged('the table is away', 2)
})

it('what somebody waits for comes again in seconds when it failed, and then when its queue has it come', async () => {
  const sqs = new SQSClient()
  const { QueueUrl } = await sqs.send(
    new CreateQueueCommand({ QueueName: `soon-${newId()}`, Attributes: { VisibilityTimeout: '600' } }),
  )
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'work' }))
  const receive = async (seconds: number): Promise<Message | undefined> => {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: seconds, MessageSystemAttributeNames: ['All'] }),
    )
    return Messages[0]
  }
  const takeOnce = async (message: Message | undefined) => {
    const { Body: body, MessageId: messageId, ReceiptHandle: receiptHandle, Attributes: attributes } = message!
    const work = withQuickRetry(
      () => QueueUrl!,
      1,
      async () => {
        throw new Error('the table is away')
      },
    )
    return processBatch(work)({ Records: [{ body, messageId, receiptHandle, attributes }] } as unknown as SQSEvent)
  }
  const first = await receive(20)
  expect((await takeOnce(first)).batchItemFailures).toEqual([{ itemIdentifier: first!.MessageId }])
  const second = await receive(20)
  expect(second?.Attributes?.ApproximateReceiveCount).toBe('2')
  expect((await takeOnce(second)).batchItemFailures).toHaveLength(1)
  expect(await receive(1)).toBeUndefined()
  expectLogged('the table is away', 2)
})
