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
  /** Reads on to the first message that was seen before: the queue has those of other files too. */
  async function readAll(): Promise<number> {
    const seen = new Set<string>()
    while (true) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 1, WaitTimeSeconds: 0 }),
      )
      const fresh = Messages.filter(({ MessageId }) => !seen.has(MessageId!))
      for (const { MessageId, Body } of fresh) {
        seen.add(MessageId!)
        const each = message.parse(JSON.parse(Body!))
        if (isWanted(each)) found.set(MessageId!, each)
      }
      if (fresh.length < 10) return found.size
    }
  }
  await expect.poll(readAll).toBeGreaterThanOrEqual(least)
  return [...found.values()]
}
