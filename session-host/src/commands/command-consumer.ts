import { setTimeout } from 'node:timers/promises'
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import { OutboundCommand } from '@balcao/shared/events/queues.ts'
import { errorName, type Log } from '../log.ts'
import type { CommandRunner } from './command-runner.ts'
import { CHECK_MS, createMessageLeases, VISIBILITY_S } from './message-leases.ts'

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
 */
export class CommandConsumer {
  readonly #sqs: SQSClient
  readonly #queueUrl: string
  readonly #log: Log
  readonly #runner: Pick<CommandRunner, 'run'>
  readonly #stopping = new AbortController()
  readonly #leases = createMessageLeases<Message>()
  readonly #groups = new Map<string, Promise<void>>()
  #extending: NodeJS.Timeout | undefined
  #polling: Promise<void> | undefined

  constructor(options: { sqs: SQSClient; queueUrl: string; log: Log; runner: Pick<CommandRunner, 'run'> }) {
    this.#sqs = options.sqs
    this.#queueUrl = options.queueUrl
    this.#log = options.log
    this.#runner = options.runner
  }

  start(): void {
    this.#extending = setInterval(() => void this.#extendLeases(), CHECK_MS)
    this.#polling = this.#poll()
  }

  /** Stops, returns unfinished commands to the queue and resolves when none is running. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#polling
    await Promise.all(this.#groups.values())
    clearInterval(this.#extending)
  }

  async #poll(): Promise<void> {
    // Does the same as `send` with options, which builds the middleware anew each time and forgets
    // that of all other commands.
    const command = new ReceiveMessageCommand({
      QueueUrl: this.#queueUrl,
      MaxNumberOfMessages: 10,
      WaitTimeSeconds: WAIT_S,
      VisibilityTimeout: VISIBILITY_S,
      MessageSystemAttributeNames: ['MessageGroupId', 'ApproximateReceiveCount'],
    })
    const { middlewareStack, config } = this.#sqs
    const receive = command.resolveMiddleware(middlewareStack, config, { abortSignal: this.#stopping.signal })
    for (let failures = 0; !this.#stopping.signal.aborted; ) {
      if (this.#leases.count() >= MAX_LEASES) {
        await this.#pause(200)
        continue
      }
      try {
        const { output } = await receive(command)
        failures = 0
        this.#distribute(output.Messages ?? [])
      } catch (error) {
        if (this.#stopping.signal.aborted) return
        this.#log.warn({ error: errorName(error) }, 'the command queue is not reachable')
        await this.#pause(Math.min(10_000, 200 * 2 ** failures++))
      }
    }
  }

  #distribute(messages: Message[]): void {
    const byGroup = Map.groupBy(messages, message => message.Attributes?.MessageGroupId ?? '')
    for (const [group, batch] of byGroup) {
      for (const message of batch) this.#leases.add(message, Date.now())
      const work = (this.#groups.get(group) ?? Promise.resolve()).then(() => this.#runGroup(batch))
      this.#groups.set(group, work)
      void work.then(() => {
        if (this.#groups.get(group) === work) this.#groups.delete(group)
      })
    }
  }

  async #runGroup(batch: Message[]): Promise<void> {
    // Only malformed commands are returned: each return counts, and would lead the commands behind
    // them to the dead letters too.
    const malformed: Message[] = []
    for (const [at, message] of batch.entries()) {
      const command = parse(message.Body)
      if (!command) {
        this.#log.error({ messageId: message.MessageId }, 'a command is malformed')
        malformed.push(message)
        continue
      }
      if (this.#stopping.signal.aborted || (await this.#run(message, command)) === 'again') {
        await this.#release([...malformed, ...batch.slice(at)])
        return
      }
      await this.#remove(message)
    }
    await this.#release(malformed)
  }

  async #run(message: Message, command: OutboundCommand): Promise<Outcome> {
    const receives = Number(message.Attributes?.ApproximateReceiveCount ?? 1)
    for (let tries = 0; ; tries++) {
      try {
        return await this.#runner.run({ command, receives, signal: this.#stopping.signal })
      } catch (error) {
        this.#log.warn({ type: command.type, error: errorName(error), tries }, 'a command failed')
        if (tries >= RETRY_MS.length || this.#stopping.signal.aborted) return 'again'
        await this.#pause(RETRY_MS[tries]!)
      }
    }
  }

  async #remove(message: Message): Promise<void> {
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        await this.#sqs.send(
          new DeleteMessageCommand({ QueueUrl: this.#queueUrl, ReceiptHandle: message.ReceiptHandle! }),
        )
        break
      } catch (error) {
        this.#log.warn({ error: errorName(error) }, 'a finished command could not be removed')
      }
    }
    this.#leases.remove(message)
  }

  /**
   * The last is released first: the group stays closed until its first command is visible, so the
   * order is kept.
   */
  async #release(messages: Message[]): Promise<void> {
    for (const message of messages) this.#leases.remove(message)
    await this.#setVisibility(messages.toReversed().map(message => ({ message, seconds: 0 })))
  }

  /** A command that is released meanwhile is not extended again. */
  #extendLeases(): Promise<void> {
    return this.#setVisibility(this.#leases.expiring(Date.now()), ({ message }) => this.#leases.has(message))
  }

  async #setVisibility(changes: Change[], isWanted: (change: Change) => boolean = () => true): Promise<void> {
    for (let at = 0; at < changes.length; at += 10) {
      const batch = changes.slice(at, at + 10).filter(isWanted)
      if (batch.length === 0) continue
      const asked = Date.now()
      try {
        const { Failed = [] } = await this.#sqs.send(
          new ChangeMessageVisibilityBatchCommand({
            QueueUrl: this.#queueUrl,
            Entries: batch.map(({ message, seconds }, index) => ({
              Id: String(index),
              ReceiptHandle: message.ReceiptHandle!,
              VisibilityTimeout: seconds,
            })),
          }),
        )
        const failed = new Set(Failed.map(({ Id }) => Id))
        for (const [index, { message, seconds }] of batch.entries())
          if (!failed.has(String(index))) this.#leases.extended(message, asked + seconds * 1000)
      } catch (error) {
        this.#log.warn({ error: errorName(error) }, 'visibility could not be changed')
      }
    }
  }

  #pause(ms: number): Promise<unknown> {
    return setTimeout(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
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
