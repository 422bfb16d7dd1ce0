import { readFileSync } from 'node:fs'
import {
  CloudWatchLogsClient,
  paginateDescribeLogGroups,
  paginateFilterLogEvents,
} from '@aws-sdk/client-cloudwatch-logs'
import { GetQueueAttributesCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { readStage } from '../config.ts'

/**
 * AWS's errors for a call that no policy allows: DynamoDB, SQS, S3, API Gateway; and the callback
 * API of WebSockets.
 */
const DENIED = /AccessDenied|not authorized to perform|ForbiddenException/

const logs = new CloudWatchLogsClient()
const sqs = new SQSClient()

/** Returns true if a log line reports a missing grant. */
export const reportsDenial = (line: string): boolean => DENIED.test(line)

/** Returns the log lines of a function. */
export async function linesOf(logGroupName: string): Promise<string[]> {
  const lines: string[] = []
  for await (const { events = [] } of paginateFilterLogEvents({ client: logs }, { logGroupName }))
    lines.push(...events.map(({ message = '' }) => message.trim()))
  return lines
}

/** Returns the matching lines of all functions' logs. */
async function matchingLines(of: (line: string) => boolean): Promise<string[]> {
  const found: string[] = []
  const named = { logGroupNamePrefix: `/aws/lambda/balcao-${readStage().stage}-` }
  for await (const { logGroups = [] } of paginateDescribeLogGroups({ client: logs }, named))
    for (const { logGroupName = '' } of logGroups)
      for (const line of await linesOf(logGroupName))
        if (of(line)) found.push(`${logGroupName}: ${line.slice(0, 1500)}`)
  return found
}

/** Returns every line in which a call of the API ended as ERR_INTERNAL, with its cause. */
export const failures = (): Promise<string[]> =>
  matchingLines(line => line.includes('"level":"ERROR"') && line.includes('"message":"failed"'))

/** Returns every line in which a function, or the session host, was denied something. */
export async function denials(): Promise<string[]> {
  const { hostLog } = readStage()
  const found = await matchingLines(reportsDenial)
  for (const line of readFileSync(hostLog, 'utf8').split('\n'))
    if (reportsDenial(line)) found.push(`session host: ${line.slice(0, 1000)}`)
  return found
}

/** Returns the number of messages in each queue of the stage whose name contains `part`. */
export async function messagesIn(part: string): Promise<Record<string, number>> {
  const { stage } = readStage()
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({ QueueNamePrefix: `balcao-${stage}-` }))
  const counts: Record<string, number> = {}
  for (const QueueUrl of QueueUrls.filter(url => url.includes(part))) {
    const { Attributes = {} } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }))
    const { ApproximateNumberOfMessages: waiting, ApproximateNumberOfMessagesNotVisible: hidden } = Attributes
    counts[QueueUrl.split('/').at(-1)!] = Number(waiting) + Number(hidden)
  }
  return counts
}
