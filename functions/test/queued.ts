import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { expect } from 'vitest'
import type { z } from 'zod'

/**
 * What waits on a queue, once there are `least` of what is wanted. It stays there, among what other
 * tests left: all share the queue.
 */
export async function queued<T>(
  QueueUrl: string | undefined,
  message: z.ZodType<T>,
  isWanted: (message: T) => boolean,
  least: number,
): Promise<T[]> {
  const sqs = new SQSClient()
  const found = new Map<string, T>()
  await expect
    .poll(async () => {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 1, WaitTimeSeconds: 0 }),
      )
      for (const { MessageId, Body } of Messages) {
        const each = message.parse(JSON.parse(Body!))
        if (isWanted(each)) found.set(MessageId!, each)
      }
      return found.size
    })
    .toBeGreaterThanOrEqual(least)
  return [...found.values()]
}
