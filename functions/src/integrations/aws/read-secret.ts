import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { z } from 'zod'
import { config } from '../../config.ts'
import { callOutside } from '../outgoing/call-outside.ts'
import { jsonOf } from '../outgoing/json-of.ts'
import { createSigner } from './signer.ts'

const Answer = z.object({ SecretString: z.string() })

/**
 * Returns the text of a secret, by name or ARN (Secrets Manager, `GetSecretValue`), with the
 * function's credentials in its region. Throws when it may not be read, or does not exist; the
 * error never contains the secret.
 */
export async function readSecret(secretId: string): Promise<string> {
  // Any SDK client provides credentials and region; this one is in every bundle.
  const { credentials, region } = new DynamoDBClient({ maxAttempts: 1 }).config
  const where = await region()
  const url = new URL(config().SECRETS_URL.replace('{region}', where))
  const body = JSON.stringify({ SecretId: secretId })
  const headers = createSigner(where, 'secretsmanager')(
    await credentials(),
    '/',
    { 'content-type': 'application/x-amz-json-1.1', host: url.host, 'x-amz-target': 'secretsmanager.GetSecretValue' },
    body,
    Date.now(),
  )
  const { host: _, ...sent } = headers
  const answer = await callOutside(`${url.origin}/`, { headers: sent, body })
  const secret = Answer.safeParse(jsonOf(answer.body))
  if (answer.status !== 200 || !secret.success) throw new Error(`a secret cannot be read (${answer.status})`)
  return secret.data.SecretString
}
