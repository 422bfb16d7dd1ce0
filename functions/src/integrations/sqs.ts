/** The process's only SQS client, and the only way to enqueue a message. */
import { hash } from 'node:crypto'
import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SendMessageCommandInput,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { createJsonCall, keptConnections } from './aws/json-call.ts'

/**
 * Attempts of the SDK. Sending one message has one more, since the first attempt is not the SDK's.
 */
const ATTEMPTS = 3

function createSqs() {
  const connections = keptConnections()
  const client = new SQSClient({ maxAttempts: ATTEMPTS, requestHandler: connections })
  // The host of a queue's URL is the endpoint, as in the SDK.
  const calls = new Map<string, ReturnType<typeof createJsonCall>>()
  const callTo = (queueUrl: string) => {
    const { origin } = new URL(queueUrl)
    const known = calls.get(origin)
    if (known) return known
    const call = createJsonCall({
      service: 'sqs',
      target: 'AmazonSQS',
      config: client.config,
      connections,
      locate: async () => ({ url: new URL(origin), region: await client.config.region() }),
    })
    calls.set(origin, call)
    return call
  }
  return { client, callTo }
}

let made: ReturnType<typeof createSqs> | undefined

const sqs = () => {
  made ??= createSqs()
  return made
}

/**
 * Makes one direct attempt; when SQS does not confirm the message, the SDK sends it, with its
 * retries and its errors.
 */
async function send(message: SendMessageCommandInput & { QueueUrl: string; MessageBody: string }): Promise<void> {
  const { client, callTo } = sqs()
  try {
    const { status, text } = await callTo(message.QueueUrl)('SendMessage', JSON.stringify(message))
    const { MD5OfMessageBody } = JSON.parse(text) as { MD5OfMessageBody?: string }
    if (status === 200 && MD5OfMessageBody === hash('md5', message.MessageBody)) return
  } catch {
    // After any error the SDK sends it below.
  }
  await client.send(new SendMessageCommand(message))
}

/**
 * Enqueues a JSON body on a FIFO queue: in order within `group`, once per `dedupId` in five
 * minutes.
 */
export const sendFifo = (queueUrl: string, body: unknown, group: string, dedupId: string): Promise<void> =>
  send({
    QueueUrl: queueUrl,
    MessageBody: JSON.stringify(body),
    MessageGroupId: group,
    MessageDeduplicationId: dedupId,
  })

/**
 * Enqueues a JSON body on a standard queue; it becomes visible after `delaySeconds` (at most 900).
 */
export const sendStandard = (queueUrl: string, body: unknown, delaySeconds = 0): Promise<void> =>
  send({ QueueUrl: queueUrl, MessageBody: JSON.stringify(body), DelaySeconds: delaySeconds })

/**
 * Enqueues up to 10 bodies on a standard queue in one call; returns the positions of those that
 * were not accepted.
 */
export async function sendStandardBatch(
  queueUrl: string,
  entries: readonly { body: unknown; delaySeconds: number }[],
): Promise<number[]> {
  const { Failed = [] } = await sqs().client.send(
    new SendMessageBatchCommand({
      QueueUrl: queueUrl,
      Entries: entries.map(({ body, delaySeconds }, i) => ({
        Id: String(i),
        MessageBody: JSON.stringify(body),
        DelaySeconds: delaySeconds,
      })),
    }),
  )
  return Failed.map(failure => Number(failure.Id))
}

/** Makes a received message visible again after `seconds`, whatever its queue's own timeout. */
export async function comeAgain(queueUrl: string, receiptHandle: string, seconds: number): Promise<void> {
  const message = { QueueUrl: queueUrl, ReceiptHandle: receiptHandle, VisibilityTimeout: seconds }
  await sqs().client.send(new ChangeMessageVisibilityCommand(message))
}
