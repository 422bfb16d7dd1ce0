import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SQSClient } from '@aws-sdk/client-sqs'
import { CREDENTIALS, REGION } from '../../local/aws-names.ts'
import { LOOPBACK } from '../../local/listen.ts'
import { type DeadLetterQueue, deadLetterQueues } from '../../operations/dead-letters.ts'

/** The dead-letter queues of a running local cloud that hold something. @param dataDir where its state lies */
export async function listDeadLetters(dataDir: string): Promise<DeadLetterQueue[]> {
  const ports = JSON.parse(readFileSync(join(dataDir, 'ports.json'), 'utf8')) as { sqs: number }
  const endpoint = `http://${LOOPBACK}:${ports.sqs}`
  const client = new SQSClient({ endpoint, region: REGION, credentials: CREDENTIALS })
  try {
    return (await deadLetterQueues(client, 'balcao-local-')).filter(({ messages }) => messages > 0)
  } finally {
    client.destroy()
  }
}
