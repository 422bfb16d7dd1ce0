import { SendMessageCommand, type SendMessageCommandInput, SQSClient } from '@aws-sdk/client-sqs'
import { keptConnections } from '@balcao/functions/integrations/aws/json-call.ts'

let client: SQSClient | undefined

async function send(message: SendMessageCommandInput): Promise<void> {
  client ??= new SQSClient({ maxAttempts: 3, cacheMiddleware: true, requestHandler: keptConnections() })
  await client.send(new SendMessageCommand(message))
}

export const sendFifo = (queueUrl: string, body: unknown, group: string, dedupId: string): Promise<void> =>
  send({
    QueueUrl: queueUrl,
    MessageBody: JSON.stringify(body),
    MessageGroupId: group,
    MessageDeduplicationId: dedupId,
  })

export const sendStandard = (queueUrl: string, body: unknown, delaySeconds = 0): Promise<void> =>
  send({ QueueUrl: queueUrl, MessageBody: JSON.stringify(body), DelaySeconds: delaySeconds })

const notMeasured = (): never => {
  throw new Error('not part of the measured calls')
}
export const sendStandardBatch = (): never => notMeasured()
export const comeAgain = (): never => notMeasured()
