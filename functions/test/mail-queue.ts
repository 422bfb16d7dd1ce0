import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { Mail } from '@balcao/shared/events/queues.ts'
import { expect } from 'vitest'

/** E-mails left to be sent to an address, once there are `least` of them. They stay on the queue, which all tests share. */
export async function mailTo(address: string, least: number): Promise<Mail[]> {
  const sqs = new SQSClient()
  const found = new Map<string, Mail>()
  await expect
    .poll(async () => {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: process.env.MAIL_QUEUE_URL,
          MaxNumberOfMessages: 10,
          VisibilityTimeout: 1,
          WaitTimeSeconds: 0,
        }),
      )
      for (const { MessageId, Body } of Messages) {
        const mail = Mail.parse(JSON.parse(Body!))
        if (mail.to === address) found.set(MessageId!, mail)
      }
      return found.size
    })
    .toBeGreaterThanOrEqual(least)
  return [...found.values()]
}
