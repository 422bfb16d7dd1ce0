import { setTimeout as sleep } from 'node:timers/promises'
import { REGION } from '../aws-names.ts'
import type { Functions } from '../lambda/create-functions.ts'
import { functionNameIn } from '../lambda/template-functions.ts'
import type { SqsCall, SqsMessage, SqsMessageAttribute } from '../sqs/sqs-engine.ts'
import type { Assembly } from '../template/load-assembly.ts'
import type { Resolver } from '../template/resolver.ts'

/** A queue that invokes a function. */
export type Mapping = {
  queueArn: string
  queueName: string
  function: string
  batchSize: number
  windowMs: number
  maximumConcurrency: number
  partial: boolean
}

type Queues = { call: SqsCall; queueUrl: (name: string) => string }

const LONG_POLL_SECONDS = 20
const RECEIVE_LIMIT = 10
const DEFAULT_CONCURRENCY = 32
const ERROR_PAUSE_MS = 500
const STOP_GRACE_MS = 10_000
/** Number of times that the visibility of received messages is extended per visibility period. */
const KEEPS = 3

/** Returns the enabled queue mappings of the templates. */
export function templateMappings(assembly: Assembly, resolver: Resolver): Mapping[] {
  return assembly.ofType('AWS::Lambda::EventSourceMapping').flatMap(resource => {
    const properties = resolver.properties(resource)
    const queueArn = String(properties.EventSourceArn ?? '')
    if (!queueArn.includes(':sqs:') || properties.Enabled === false) return []
    const scaling = properties.ScalingConfig as { MaximumConcurrency?: number } | undefined
    return {
      queueArn,
      queueName: queueArn.split(':').at(-1)!,
      function: functionNameIn(properties.FunctionName) ?? String(properties.FunctionName),
      batchSize: Number(properties.BatchSize ?? 10),
      windowMs: Number(properties.MaximumBatchingWindowInSeconds ?? 0) * 1000,
      maximumConcurrency: Number(scaling?.MaximumConcurrency ?? DEFAULT_CONCURRENCY),
      partial: ((properties.FunctionResponseTypes ?? []) as string[]).includes('ReportBatchItemFailures'),
    }
  })
}

/**
 * Feeds functions from their queues. Deletes a message only after the function has handled it; a
 * failed message returns when its visibility ends, which is extended while the function loads.
 * Messages of a FIFO queue go to one invocation per group, groups in parallel.
 * @returns a function that stops polling and waits for the current invocations; one that takes
 * longer than 10 s, as a large job does, is cut off, and its message is delivered again
 */
export function startMappings(mappings: Mapping[], functions: Functions, queues: Queues): () => Promise<void> {
  const stop = new AbortController()
  const loops = mappings.map(mapping => poll(mapping, functions, queues, stop.signal))
  let stopped: Promise<unknown> | undefined
  return async () => {
    stop.abort()
    stopped ??= Promise.race([Promise.all(loops), sleep(STOP_GRACE_MS, undefined, { ref: false })])
    await stopped
  }
}

async function poll(mapping: Mapping, functions: Functions, queues: Queues, signal: AbortSignal): Promise<void> {
  const running = new Set<Promise<void>>()
  const queueUrl = queues.queueUrl(mapping.queueName)
  const fifo = mapping.queueName.endsWith('.fifo')
  while (!signal.aborted) {
    try {
      if (running.size >= mapping.maximumConcurrency) await Promise.race(running)
      const messages = await collect(mapping, queues, queueUrl, signal)
      for (const batch of fifo ? byGroup(messages) : messages.length > 0 ? [messages] : []) {
        const work = deliver(mapping, functions, queues, queueUrl, batch).finally(() => running.delete(work))
        running.add(work)
      }
    } catch (error) {
      if (signal.aborted) break
      console.error(`mapping of ${mapping.queueName}:`, error instanceof Error ? error.message : error)
      await sleep(ERROR_PAUSE_MS)
    }
  }
  await Promise.allSettled(running)
}

/** Receives a batch; with a batching window, until the batch is full or the window has passed. */
async function collect(mapping: Mapping, queues: Queues, queueUrl: string, signal: AbortSignal): Promise<SqsMessage[]> {
  const receive = async (max: number, waitSeconds: number) => {
    const answer = await queues.call(
      'ReceiveMessage',
      {
        QueueUrl: queueUrl,
        MaxNumberOfMessages: Math.min(RECEIVE_LIMIT, max),
        WaitTimeSeconds: waitSeconds,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      },
      signal,
    )
    return (answer.Messages ?? []) as SqsMessage[]
  }
  const batch = await receive(mapping.batchSize, LONG_POLL_SECONDS)
  const end = Date.now() + mapping.windowMs
  while (batch.length > 0 && batch.length < mapping.batchSize && Date.now() < end && !signal.aborted) {
    batch.push(...(await receive(mapping.batchSize - batch.length, 1)))
  }
  return batch
}

function byGroup(messages: SqsMessage[]): SqsMessage[][] {
  return [...Map.groupBy(messages, message => message.Attributes?.MessageGroupId).values()]
}

async function deliver(
  mapping: Mapping,
  functions: Functions,
  queues: Queues,
  queueUrl: string,
  batch: SqsMessage[],
): Promise<void> {
  if (!(await untilLoaded(mapping, functions, queues, queueUrl, batch))) return
  const failed = await failures(mapping, functions, batch)
  const done = batch.filter(message => !failed.has(message.MessageId))
  for (let at = 0; at < done.length; at += RECEIVE_LIMIT) {
    const Entries = done.slice(at, at + RECEIVE_LIMIT).map(({ ReceiptHandle }, i) => ({ Id: String(i), ReceiptHandle }))
    try {
      await queues.call('DeleteMessageBatch', { QueueUrl: queueUrl, Entries })
    } catch (error) {
      // The messages are delivered again; consumers are idempotent.
      console.error(`deleting from ${mapping.queueName}:`, error instanceof Error ? error.message : error)
    }
  }
}

/**
 * Extends the visibility of received messages until their function is loaded. On AWS a function
 * starts within seconds, and its timeout and the queue's visibility match. Here loading may last as
 * long as the visibility; the messages would then go to a second invocation beside the first, in
 * the same conversation.
 * @returns false when the function cannot be loaded: the messages return, as after any failure
 */
async function untilLoaded(
  mapping: Mapping,
  functions: Functions,
  queues: Queues,
  queueUrl: string,
  batch: SqsMessage[],
): Promise<boolean> {
  if (functions.isLoaded(mapping.function)) return true
  const keep = async () => {
    const { Attributes } = await queues.call('GetQueueAttributes', { QueueUrl: queueUrl, AttributeNames: ['All'] })
    const VisibilityTimeout = Number((Attributes as Record<string, string>).VisibilityTimeout)
    for (let at = 0; at < batch.length; at += RECEIVE_LIMIT) {
      const Entries = batch
        .slice(at, at + RECEIVE_LIMIT)
        .map(({ ReceiptHandle }, i) => ({ Id: String(i), ReceiptHandle, VisibilityTimeout }))
      await queues.call('ChangeMessageVisibilityBatch', { QueueUrl: queueUrl, Entries })
    }
    return (VisibilityTimeout * 1000) / KEEPS
  }
  const loaded = functions.warm(mapping.function).then(
    () => true,
    () => false,
  )
  try {
    for (let isOver = false; !isOver; ) {
      const pause = await keep()
      isOver = await Promise.race([loaded.then(() => true), sleep(pause, false)])
    }
    await keep()
  } catch (error) {
    // The messages may be delivered twice; consumers are idempotent.
    console.error(`keeping messages of ${mapping.queueName}:`, error instanceof Error ? error.message : error)
  }
  return loaded
}

/** Returns the ids of the messages that the function did not handle. */
async function failures(mapping: Mapping, functions: Functions, batch: SqsMessage[]): Promise<Set<string>> {
  const all = new Set(batch.map(message => message.MessageId))
  try {
    const answer = (await functions.invoke(mapping.function, { Records: batch.map(m => record(mapping, m)) })) as {
      batchItemFailures?: { itemIdentifier?: string }[]
    } | null
    if (!mapping.partial) return new Set()
    const ids = (answer?.batchItemFailures ?? []).map(failure => failure.itemIdentifier ?? '')
    // An identifier of no message in the batch fails the whole batch, as on AWS.
    return ids.every(id => all.has(id)) ? new Set(ids) : all
  } catch {
    return all
  }
}

function record(mapping: Mapping, message: SqsMessage) {
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    md5OfBody: message.MD5OfBody,
    attributes: message.Attributes ?? {},
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [name, attribute(value)]),
    ),
    eventSource: 'aws:sqs',
    eventSourceARN: mapping.queueArn,
    awsRegion: REGION,
  }
}

function attribute(value: SqsMessageAttribute) {
  return { dataType: value.DataType, stringValue: value.StringValue, binaryValue: value.BinaryValue }
}
