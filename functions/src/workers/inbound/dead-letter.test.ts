import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { newId } from '@balcao/shared/ids.ts'
import { expectLogged } from '@balcao/shared/test/output.ts'
import type { SQSEvent } from 'aws-lambda'
import { expect, it } from 'vitest'
import { inbound, makeFixture } from '../../../test/pipeline-fixture.ts'
import { findContactByNumber } from '../../data/contacts/contact.ts'
import { listMessages } from '../../data/tickets/message.ts'
import { findLiveTicket } from '../../data/tickets/ticket.ts'
import { handler } from './handler.ts'

const sqs = new SQSClient()

async function queue(attributes: Record<string, string> = {}) {
  const { QueueUrl } = await sqs.send(
    new CreateQueueCommand({
      QueueName: `test-${newId()}.fifo`,
      Attributes: { FifoQueue: 'true', VisibilityTimeout: '5', ...attributes },
    }),
  )
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }))
  return { url: QueueUrl!, arn: Attributes!.QueueArn! }
}

const receive = async (url: string) =>
  (
    await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10, MessageSystemAttributeNames: ['All'] }),
    )
  ).Messages ?? []

/**
 * Does the work of the queue's event source mapping until the queue is empty: deletes processed
 * messages and lets failed ones come again.
 */
async function drain(url: string) {
  for (let empty = 0; empty < 3; ) {
    const messages = await receive(url)
    empty = messages.length === 0 ? empty + 1 : 0
    if (messages.length === 0) continue
    const { batchItemFailures } = await handler({
      Records: messages.map(({ MessageId, Body, Attributes }) => ({
        messageId: MessageId,
        body: Body,
        attributes: Attributes,
      })),
    } as unknown as SQSEvent)
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
    for (const { MessageId, ReceiptHandle } of messages)
      await (failed.has(MessageId!)
        ? sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl: url, ReceiptHandle, VisibilityTimeout: 0 }))
        : sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle })))
  }
}

it('what cannot be read or done becomes a dead letter; what is behind it comes after all, in order, once', async () => {
  const fixture = await makeFixture()
  const dead = await queue()
  const live = await queue({ RedrivePolicy: JSON.stringify({ deadLetterTargetArn: dead.arn, maxReceiveCount: 5 }) })
  const bodies = [
    JSON.stringify(inbound(fixture, { body: 'a' })),
    '{"type":"message"}',
    JSON.stringify(inbound(fixture, { chat: {} })),
    JSON.stringify(inbound(fixture, { body: 'b' })),
    JSON.stringify(inbound(fixture, { body: 'c' })),
  ]
  for (const [i, body] of bodies.entries())
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: live.url,
        MessageBody: body,
        MessageGroupId: 'chat',
        MessageDeduplicationId: String(i),
      }),
    )
  await drain(live.url)
  // Each as often as the queue hands it out.
  expectLogged('the message cannot be read', 5)
  expectLogged('a peer has neither number nor LID', 5)
  const contact = await findContactByNumber(fixture.companyId, fixture.number)
  const ticket = await findLiveTicket(fixture.companyId, fixture.connectionId, contact!.id)
  const messages = await listMessages(fixture.companyId, ticket!.id, { limit: 10 })
  expect(messages.map(({ body }) => body)).toEqual(['c', 'b', 'a'])
  const letters = (await receive(dead.url)).map(({ Body }) => Body)
  expect(letters.sort()).toEqual([bodies[1], bodies[2]].sort())
})
