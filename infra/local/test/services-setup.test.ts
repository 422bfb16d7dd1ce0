import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { DeleteMessageCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'

// Tests of all other workspaces build on this: plain SDK clients find the services by the
// environment alone.
describe('the services of the test run', () => {
  it('has the table', async () => {
    const client = DynamoDBDocumentClient.from(new DynamoDBClient())
    const item = { pk: crypto.randomUUID(), sk: 'a', n: 1 }
    await client.send(new PutCommand({ TableName: process.env.TABLE_NAME, Item: item }))
    const found = await client.send(
      new GetCommand({ TableName: process.env.TABLE_NAME, Key: { pk: item.pk, sk: 'a' } }),
    )
    expect(found.Item).toEqual(item)
  })

  it('has the queues', { timeout: 70_000 }, async () => {
    const client = new SQSClient()
    const [outbound] = (process.env.OUTBOUND_QUEUE_URLS ?? '').split(',')
    // The dead-letter queue: the outbound ones hold messages of other tests, and a receive returns
    // at most ten.
    const queue = outbound?.replace(/\.fifo$/, '-dlq.fifo')
    const group = crypto.randomUUID()
    await client.send(
      new SendMessageCommand({
        QueueUrl: queue,
        MessageBody: 'x',
        MessageGroupId: group,
        MessageDeduplicationId: group,
      }),
    )
    // Messages of other tests are hidden for a moment, so that the next receive returns those
    // behind them.
    const received = async () => {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl: queue,
          MaxNumberOfMessages: 10,
          VisibilityTimeout: 20,
          MessageSystemAttributeNames: ['All'],
        }),
      )
      return Messages.find(message => message.Attributes?.MessageGroupId === group)
    }
    let own = await received()
    while (!own) own = await received()
    expect(own.Body).toBe('x')
    await client.send(new DeleteMessageCommand({ QueueUrl: queue, ReceiptHandle: own.ReceiptHandle }))
  })

  it('has the media bucket', async () => {
    const client = new S3Client({ forcePathStyle: true })
    const Key = crypto.randomUUID()
    await client.send(new PutObjectCommand({ Bucket: process.env.MEDIA_BUCKET, Key, Body: 'hello' }))
    const found = await client.send(new GetObjectCommand({ Bucket: process.env.MEDIA_BUCKET, Key }))
    expect(await found.Body?.transformToString()).toBe('hello')
  })
})
