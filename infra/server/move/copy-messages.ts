import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type MessageAttributeValue,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs'
import { inParts } from '@balcao/functions/in-parts.ts'
import type { End } from './end.ts'
import type { Progress } from './progress.ts'

/** Messages read at a time from the server's queues. */
const PAGE = 200
/** Groups whose messages are sent at a time, each group in its order. */
const PARALLEL = 16
const MAX_DELAY_SECONDS = 900

type Attributes = Record<string, { DataType: string; StringValue?: string; BinaryValue?: string }>
type Waiting = {
  seq: number
  queue: string
  body: string
  attrs: string | null
  grp: string | null
  dedup: string | null
  /** Epoch ms. */
  visible: number
}

/**
 * Copies the messages that wait in a server's queues, dead letters too, in the order of their
 * groups; a delayed one arrives at its time. They stay in the server's queues, which nobody reads
 * any more. A message that is sent twice does nothing the second time.
 * @param file database of the server's queues
 */
export async function copyMessages(
  file: string,
  source: End,
  target: End,
  progress: Progress,
  save: () => void,
): Promise<void> {
  const prefix = `balcao-${source.stage}-`
  const { messages } = progress
  const db = new DatabaseSync(file, { readOnly: true })
  const read = db.prepare(
    'SELECT seq, queue, body, attrs, grp, dedup, visible FROM msg WHERE seq > ? AND substr(queue, 1, ?) = ? ORDER BY seq LIMIT ?',
  )
  try {
    for (;;) {
      const page = read.all(messages.after, prefix.length, prefix, PAGE) as unknown as Waiting[]
      if (page.length === 0) return
      const groups = Object.values(
        Object.groupBy(page, ({ queue, grp, seq }) => (grp === null ? `${seq}` : `${queue} ${grp}`)),
      )
      await inParts(groups, PARALLEL, async group => {
        for (const message of group ?? []) await send(target, { ...message, queue: message.queue.slice(prefix.length) })
      })
      messages.after = page.at(-1)!.seq
      messages.count += page.length
      save()
    }
  } finally {
    db.close()
  }
}

async function send(target: End, { queue, body, attrs, grp, dedup, visible }: Waiting): Promise<void> {
  const delay = Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil((visible - Date.now()) / 1000)))
  await target.sqs.send(
    new SendMessageCommand({
      QueueUrl: await target.queueUrl(queue),
      MessageBody: body,
      ...(attrs ? { MessageAttributes: withBytes(JSON.parse(attrs) as Attributes) } : {}),
      ...(grp === null ? { DelaySeconds: delay } : { MessageGroupId: grp, MessageDeduplicationId: dedup ?? undefined }),
    }),
  )
}

const withBytes = (attributes: Attributes): Record<string, MessageAttributeValue> =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, { BinaryValue, ...rest }]) => [
      name,
      BinaryValue === undefined ? rest : { ...rest, BinaryValue: Buffer.from(BinaryValue, 'base64') },
    ]),
  )

/** Pause before a queue with delayed messages is looked at again. */
const PAUSE_MS = 2000
/** Visibility of a taken message in seconds: it comes again when this process dies. */
const TAKEN_SECONDS = 60

/**
 * Takes the messages of a stage's queues, whose functions stand still, and sends them to the other
 * side, until every queue is empty; waits for delayed ones, at most a quarter of an hour.
 * @param queues names without `balcao-<stage>-`
 */
export async function takeMessages(
  queues: readonly string[],
  source: End,
  target: End,
  progress: Progress,
  save: () => void,
): Promise<void> {
  await Promise.all(
    queues.map(async queue => {
      const QueueUrl = await source.queueUrl(queue)
      for (;;) {
        const { Messages = [] } = await source.sqs.send(
          new ReceiveMessageCommand({
            QueueUrl,
            MaxNumberOfMessages: 10,
            VisibilityTimeout: TAKEN_SECONDS,
            MessageAttributeNames: ['All'],
            MessageSystemAttributeNames: ['All'],
          }),
        )
        for (const { Body, Attributes = {}, MessageAttributes, ReceiptHandle } of Messages) {
          const { MessageGroupId, MessageDeduplicationId } = Attributes
          await target.sqs.send(
            new SendMessageCommand({
              QueueUrl: await target.queueUrl(queue),
              MessageBody: Body!,
              MessageAttributes,
              ...(MessageGroupId ? { MessageGroupId, MessageDeduplicationId } : {}),
            }),
          )
          await source.sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
          progress.messages.count++
          save()
        }
        if (Messages.length > 0) continue
        if ((await countIn(source, QueueUrl)) === 0) return
        await sleep(PAUSE_MS)
      }
    }),
  )
}

/** Returns the number of messages in a queue: waiting, taken and delayed ones. */
async function countIn(end: End, QueueUrl: string): Promise<number> {
  const { Attributes = {} } = await end.sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl,
      AttributeNames: [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesNotVisible',
        'ApproximateNumberOfMessagesDelayed',
      ],
    }),
  )
  return Object.values(Attributes).reduce((sum, count) => sum + Number(count), 0)
}
