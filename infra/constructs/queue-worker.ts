import type { Duration } from 'aws-cdk-lib'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { ServerFunction, type ServerFunctionProps } from './server-function.ts'

type QueueWorkerProps = ServerFunctionProps & {
  queue: IQueue
  batchSize: number
  /** Batches worked on at once; keeps one queue from taking the account's whole concurrency. */
  maxConcurrency: number
  /** Only for queues whose messages may wait to be worked on together. */
  batchWindow?: Duration
}

/** A function fed by a queue; it answers which messages of a batch failed, and only those come again. */
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
  }
}
