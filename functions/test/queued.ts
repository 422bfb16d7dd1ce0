import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { expect } from 'vitest'
import type { z } from 'zod'

/**
 * Waits until `least` wanted messages are on a queue and returns them. They stay there, among those
 * of other tests: all share the queue.
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
