import { randomUUID } from 'node:crypto'
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs'
import { expect, it } from 'vitest'
import { targetClients } from '../local/test/target-clients.ts'
import { deadLetterQueues, replay } from './dead-letters.ts'

const { sqs } = targetClients()

it('finds dead-letter queues with what is in them, and brings it back', async () => {
  const prefix = `dead-${randomUUID()}-`
  const create = async (name: string, Attributes: Record<string, string> = {}) =>
    (await sqs.send(new CreateQueueCommand({ QueueName: prefix + name, Attributes }))).QueueUrl!
  const dead = await create('work-dlq')
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl: dead, AttributeNames: ['QueueArn'] }))
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: Attributes?.QueueArn, maxReceiveCount: 1 })
  const work = await create('work', { VisibilityTimeout: '0', RedrivePolicy })
  await create('other')

  await sqs.send(new SendMessageCommand({ QueueUrl: work, MessageBody: 'x' }))
  await sqs.send(new ReceiveMessageCommand({ QueueUrl: work }))
  await sqs.send(new ReceiveMessageCommand({ QueueUrl: work }))
  const [queue, ...others] = await deadLetterQueues(sqs, prefix)
  expect([queue?.name, queue?.messages, others]).toEqual([`${prefix}work-dlq`, 1, []])

  await replay(sqs, queue!)
  const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: work, WaitTimeSeconds: 5 }))
  expect(Messages?.map(message => message.Body)).toEqual(['x'])
})
