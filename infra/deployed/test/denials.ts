import { readFileSync } from 'node:fs'
import {
  CloudWatchLogsClient,
  paginateDescribeLogGroups,
  paginateFilterLogEvents,
} from '@aws-sdk/client-cloudwatch-logs'
import { GetQueueAttributesCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { readStage } from '../config.ts'

/** How AWS names a call that no policy allows: DynamoDB, SQS, S3, API Gateway; and the callback API of WebSockets. */
const DENIED = /AccessDenied|not authorized to perform|ForbiddenException/

const logs = new CloudWatchLogsClient()
const sqs = new SQSClient()

/** Whether a line of a log tells of a missing grant. */
export const reportsDenial = (line: string): boolean => DENIED.test(line)

/** What a function has logged. */
export async function linesOf(logGroupName: string): Promise<string[]> {
  const lines: string[] = []
  for await (const { events = [] } of paginateFilterLogEvents({ client: logs }, { logGroupName }))
    lines.push(...events.map(({ message = '' }) => message.trim()))
  return lines
}

/** Every line of a function's log that tells of it. */
async function matchingLines(of: (line: string) => boolean): Promise<string[]> {
  const found: string[] = []
  const named = { logGroupNamePrefix: `/aws/lambda/balcao-${readStage().stage}-` }
  for await (const { logGroups = [] } of paginateDescribeLogGroups({ client: logs }, named))
    for (const { logGroupName = '' } of logGroups)
      for (const line of await linesOf(logGroupName))
        if (of(line)) found.push(`${logGroupName}: ${line.slice(0, 1500)}`)
  return found
}

/** Every line in which a call of the API ended as ERR_INTERNAL, with what threw. */
export const failures = (): Promise<string[]> =>
  matchingLines(line => line.includes('"level":"ERROR"') && line.includes('"message":"failed"'))

/** Every line in which a function, or the session host, was denied something. */
export async function denials(): Promise<string[]> {
  const { hostLog } = readStage()
  const found = await matchingLines(reportsDenial)
  for (const line of readFileSync(hostLog, 'utf8').split('\n'))
    if (reportsDenial(line)) found.push(`session host: ${line.slice(0, 1000)}`)
  return found
}

/** How many messages each queue of the stage holds whose name contains this. */
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
