import { type Duration, Tags } from 'aws-cdk-lib'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { ServerFunction, type ServerFunctionProps } from './server-function.ts'
import { WORK_TAG } from './work-tag.ts'

type QueueWorkerProps = ServerFunctionProps & {
  queue: IQueue
  batchSize: number
  /**
   * Maximum number of batches at once; keeps one queue from taking the account's whole concurrency.
   */
  maxConcurrency: number
  /** Only for queues whose messages may wait to be handled together. */
  batchWindow?: Duration
  /**
   * True if nobody waits for it at a screen or a phone. On AWS it is a tag that separates its
   * costs; where functions share a machine, as in the local cloud, it runs when the others leave
   * the processor free.
   */
  background?: boolean
}

/**
 * A function fed by a queue; it answers the failed messages of a batch, and only those are
 * delivered again.
 */
export class QueueWorker extends ServerFunction {
  constructor(scope: Construct, id: string, props: QueueWorkerProps) {
    super(scope, id, props)
    this.function.addEventSource(
      new SqsEventSource(props.queue, {
        batchSize: props.batchSize,
        maxConcurrency: props.maxConcurrency,
        reportBatchItemFailures: true,
        ...(props.batchWindow && { maxBatchingWindow: props.batchWindow }),
      }),
    )
    if (props.background) Tags.of(this.function).add(WORK_TAG.key, WORK_TAG.background)
  }
}
