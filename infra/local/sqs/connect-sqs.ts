import {
  ChangeMessageVisibilityBatchCommand,
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { ACCOUNT, CREDENTIALS, REGION } from '../aws-names.ts'
import type { SqsCall, SqsMessage } from './sqs-engine.ts'
import { SqsError } from './sqs-error.ts'
import type { SqsServer } from './start-sqs.ts'

/** Calls of provisioning and mappings. */
const COMMANDS: Record<string, new (input: never) => unknown> = {
  CreateQueue: CreateQueueCommand,
  SetQueueAttributes: SetQueueAttributesCommand,
  GetQueueAttributes: GetQueueAttributesCommand,
  ReceiveMessage: ReceiveMessageCommand,
  DeleteMessageBatch: DeleteMessageBatchCommand,
  ChangeMessageVisibilityBatch: ChangeMessageVisibilityBatchCommand,
}

/** Calls queues that another process serves on an endpoint. */
export function connectSqs(endpoint: string): Pick<SqsServer, 'call' | 'queueUrl' | 'close'> {
  const client = new SQSClient({ region: REGION, credentials: CREDENTIALS, endpoint })
  return {
    call: sdkCall(client),
    // Addressed by path, which every endpoint understands; the SDK would follow another host in a
    // queue's URL.
    queueUrl: name => `${endpoint.replace(/\/$/, '')}/${ACCOUNT}/${name}`,
    close: async () => client.destroy(),
  }
}

function sdkCall(client: SQSClient): SqsCall {
  return async (action, params, signal) => {
    const Command = COMMANDS[action]
    if (!Command) throw new SqsError('InvalidAction', `${action} is not used on another target`)
    try {
      const { $metadata, ...answer } = await client.send(new Command(params as never) as ReceiveMessageCommand, {
        ...(signal ? { abortSignal: signal } : {}),
      })
      return { ...answer, ...(answer.Messages ? { Messages: answer.Messages.map(asJson) } : {}) }
    } catch (error) {
      if (error instanceof Error && /Queue(Name|Already)Exists/.test(error.name)) {
        throw new SqsError('QueueNameExists', error.message)
      }
      throw error
    }
  }
}

/** Returns a message with its binary attributes as in the JSON protocol. */
function asJson(message: object): SqsMessage {
  return JSON.parse(
    JSON.stringify(message, (_, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
    ),
  ) as SqsMessage
}
