import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'

type Wanted = {
  metric: IMetric
  /** What a person reads in the mail: what is wrong and where to look first. */
  description: string
  threshold: number
  /** Consecutive periods of the metric; 1 unless told. */
  periods?: number
  below?: boolean
  /** Silence counts as trouble: for things that must report. */
  silenceIsTrouble?: boolean
}

/** An alarm that tells the topic when it fires and when it is over. */
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
