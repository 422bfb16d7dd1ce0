import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { StageSettings } from '../config.ts'
import { addAlarm } from './alarms.ts'

type WorkQueueProps = {
  settings: StageSettings
  /** `inbound` becomes `balcao-<stage>-inbound.fifo` and `balcao-<stage>-inbound-dlq.fifo`. */
  name: string
  fifo: boolean
  /** Time for which a received message is hidden; then a killed consumer's work is taken over. */
  visibilityTimeout: Duration
  /** Number of receives before a message goes to the dead-letter queue. */
  maxReceiveCount: number
  /** Age of the oldest waiting message that raises an alarm. */
  maxAge: Duration
  alarms: ITopic
}

/**
 * A queue, its dead-letter queue and their alarms. Names are explicit: FIFO queues need the suffix
 * everywhere.
 */
export class WorkQueue extends Construct {
  readonly queue: Queue

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id)
    const physical = (name: string) => `balcao-${props.settings.stage}-${name}${props.fifo ? '.fifo' : ''}`
    const common: QueueProps = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: RemovalPolicy.DESTROY,
      ...(props.fifo && {
        fifo: true,
        contentBasedDeduplication: false,
        // High throughput: limits count per conversation, not per queue.
        deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
        fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
      }),
    }
    const deadLetters = new Queue(this, 'DeadLetters', { ...common, queueName: physical(`${props.name}-dlq`) })
    this.queue = new Queue(this, 'Queue', {
      ...common,
      queueName: physical(props.name),
      visibilityTimeout: props.visibilityTimeout,
      receiveMessageWaitTime: Duration.seconds(20),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: props.maxReceiveCount },
    })
    addAlarm(this, 'DeadLettersAlarm', props.alarms, {
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: 'max', period: Duration.minutes(1) }),
      description: `${props.name}: a message failed ${props.maxReceiveCount} times and lies in the dead-letter queue. Read the worker's log, correct, then replay (docs/operations/dead-letters.md).`,
      threshold: 1,
    })
    addAlarm(this, 'AgeAlarm', props.alarms, {
      metric: this.queue.metricApproximateAgeOfOldestMessage({ statistic: 'max', period: Duration.minutes(1) }),
      description: `${props.name}: the oldest message has waited ${props.maxAge.toMinutes()} minutes. Its consumer is down or too slow.`,
      threshold: props.maxAge.toSeconds(),
      periods: 3,
    })
  }
}
