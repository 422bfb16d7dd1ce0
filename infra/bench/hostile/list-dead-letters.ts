import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SQSClient } from '@aws-sdk/client-sqs'
import { CREDENTIALS, REGION } from '../../local/aws-names.ts'
import { LOOPBACK } from '../../local/listen.ts'
import { type DeadLetterQueue, deadLetterQueues } from '../../operations/dead-letters.ts'

/**
 * Returns the non-empty dead-letter queues of a running local cloud. @param dataDir folder of its
 * state
 */
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
