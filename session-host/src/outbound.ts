import { setTimeout } from 'node:timers/promises'
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import { OutboundCommand } from '@balcao/shared/events/queues.ts'
import { CHECK_MS, createMessageLeases, VISIBILITY_S } from './commands/message-leases.ts'
import { errorName, type Log } from './log.ts'

const WAIT_S = 20
/** Maximum commands held at once; further ones stay in the queue. */
const MAX_LEASES = 2000

export type ReceivedCommand = {
  command: OutboundCommand
  /** Number of times the queue delivered it, this one included. */
  receives: number
  /** Signal that is aborted when the consumer stops: waiting must end. */
  signal: AbortSignal
}

/**
 * Pauses in milliseconds before a command whose handling failed is tried again: the table or a
 * queue is unavailable.
 */
const RETRY_MS = [500, 2000, 5000, 15_000, 30_000, 60_000]

type Change = { message: Message; seconds: number }

/** `done`: never again. `again`: returned to the queue, which counts its attempts. */
export type Outcome = 'done' | 'again'

/**
 * Consumes one shard's command queue until stopped. Commands of a group (a conversation) run one
 * after the other, groups side by side; a command that waits for its connection stays invisible to
 * other consumers.
 * @returns a function that stops it, returns unfinished commands to the queue and resolves when
 * none is running
 */
export function consumeCommands(options: {
  sqs: SQSClient
  queueUrl: string
  log: Log
  handle: (received: ReceivedCommand) => Promise<Outcome>
}): { stop: () => Promise<void> } {
  const { sqs, queueUrl, log } = options
  const stopping = new AbortController()
  const leases = createMessageLeases<Message>()
  const groups = new Map<string, Promise<void>>()

  // Does the same as `send` with options, which builds the middleware anew each time and forgets
  // that of all other commands.
  const command = new ReceiveMessageCommand({
    QueueUrl: queueUrl,
    MaxNumberOfMessages: 10,
    WaitTimeSeconds: WAIT_S,
    VisibilityTimeout: VISIBILITY_S,
    MessageSystemAttributeNames: ['MessageGroupId', 'ApproximateReceiveCount'],
  })
  const receive = command.resolveMiddleware(sqs.middlewareStack, sqs.config, { abortSignal: stopping.signal })

  async function poll(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; ) {
      if (leases.count() >= MAX_LEASES) {
        await pause(200)
        continue
      }
      try {
        const { output } = await receive(command)
        failures = 0
        distribute(output.Messages ?? [])
      } catch (error) {
        if (stopping.signal.aborted) return
        log.warn({ error: errorName(error) }, 'the command queue is not reachable')
        await pause(Math.min(10_000, 200 * 2 ** failures++))
      }
    }
  }

  function distribute(messages: Message[]): void {
    const byGroup = Map.groupBy(messages, message => message.Attributes?.MessageGroupId ?? '')
    for (const [group, batch] of byGroup) {
      for (const message of batch) leases.add(message, Date.now())
      const work = (groups.get(group) ?? Promise.resolve()).then(() => runGroup(batch))
      groups.set(group, work)
      void work.then(() => {
        if (groups.get(group) === work) groups.delete(group)
      })
    }
  }

  async function runGroup(batch: Message[]): Promise<void> {
    // Only malformed commands are returned: each return counts, and would lead the commands behind
    // them to the dead letters too.
    const malformed: Message[] = []
    for (const [at, message] of batch.entries()) {
      const command = parse(message.Body)
      if (!command) {
        log.error({ messageId: message.MessageId }, 'a command is malformed')
        malformed.push(message)
        continue
      }
      if (stopping.signal.aborted || (await run(message, command)) === 'again') {
        await release([...malformed, ...batch.slice(at)])
        return
      }
      await remove(message)
    }
    await release(malformed)
  }

  async function run(message: Message, command: OutboundCommand): Promise<Outcome> {
    const receives = Number(message.Attributes?.ApproximateReceiveCount ?? 1)
    for (let tries = 0; ; tries++) {
      try {
        return await options.handle({ command, receives, signal: stopping.signal })
      } catch (error) {
        log.warn({ type: command.type, error: errorName(error), tries }, 'a command failed')
        if (tries >= RETRY_MS.length || stopping.signal.aborted) return 'again'
        await pause(RETRY_MS[tries]!)
      }
    }
  }

  async function remove(message: Message): Promise<void> {
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: message.ReceiptHandle! }))
        break
      } catch (error) {
        log.warn({ error: errorName(error) }, 'a finished command could not be removed')
      }
    }
    leases.remove(message)
  }

  /**
   * The last is released first: the group stays closed until its first command is visible, so the
   * order is kept.
   */
  async function release(messages: Message[]): Promise<void> {
    for (const message of messages) leases.remove(message)
    await setVisibility(messages.toReversed().map(message => ({ message, seconds: 0 })))
  }

  /** A command that is released meanwhile is not extended again. */
  const extendLeases = () => setVisibility(leases.expiring(Date.now()), ({ message }) => leases.has(message))

  async function setVisibility(changes: Change[], isWanted: (change: Change) => boolean = () => true): Promise<void> {
    for (let at = 0; at < changes.length; at += 10) {
      const batch = changes.slice(at, at + 10).filter(isWanted)
      if (batch.length === 0) continue
      const asked = Date.now()
      try {
        const { Failed = [] } = await sqs.send(
          new ChangeMessageVisibilityBatchCommand({
            QueueUrl: queueUrl,
            Entries: batch.map(({ message, seconds }, index) => ({
              Id: String(index),
              ReceiptHandle: message.ReceiptHandle!,
              VisibilityTimeout: seconds,
            })),
          }),
        )
        const failed = new Set(Failed.map(({ Id }) => Id))
        for (const [index, { message, seconds }] of batch.entries())
          if (!failed.has(String(index))) leases.extended(message, asked + seconds * 1000)
      } catch (error) {
        log.warn({ error: errorName(error) }, 'visibility could not be changed')
      }
    }
  }

  const pause = (ms: number) => setTimeout(ms, undefined, { signal: stopping.signal }).catch(() => undefined)

  const extending = setInterval(() => void extendLeases(), CHECK_MS)
  const polling = poll()

  return {
    async stop() {
      stopping.abort()
      await polling
      await Promise.all(groups.values())
      clearInterval(extending)
    },
  }
}

function parse(body: string | undefined): OutboundCommand | undefined {
  try {
    const parsed = OutboundCommand.safeParse(JSON.parse(body ?? ''))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
