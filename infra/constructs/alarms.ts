import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'

type Wanted = {
  metric: IMetric
  /** Text of the mail: the problem and where to look first. */
  description: string
  threshold: number
  /** Number of consecutive periods of the metric; 1 by default. */
  periods?: number
  below?: boolean
  /** True if missing data counts as a problem: for things that must report. */
  silenceIsTrouble?: boolean
}

/** Adds an alarm that notifies the topic when it fires and when it ends. */
export function addAlarm(scope: Construct, id: string, topic: ITopic, wanted: Wanted): void {
  const alarm = new Alarm(scope, id, {
    metric: wanted.metric,
    alarmDescription: wanted.description,
    threshold: wanted.threshold,
    evaluationPeriods: wanted.periods ?? 1,
    comparisonOperator: wanted.below
      ? ComparisonOperator.LESS_THAN_THRESHOLD
      : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: wanted.silenceIsTrouble ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  })
  alarm.addAlarmAction(new SnsAction(topic))
  alarm.addOkAction(new SnsAction(topic))
}
