import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { z } from 'zod'
import { config } from '../../config.ts'
import { jsonOf } from '../outgoing/json-of.ts'
import { createJsonCall } from './json-call.ts'

const Answer = z.object({ SecretString: z.string() })

function connect() {
  // Any SDK client provides credentials and region; this one is in every bundle.
  const client = new DynamoDBClient()
  return createJsonCall({
    service: 'secretsmanager',
    target: 'secretsmanager',
    version: '1.1',
    config: client.config,
    // Not kept: the secret is read every ten minutes at most, and a stale one would fail the call.
    connections: { httpAgent: new HttpAgent(), httpsAgent: new HttpsAgent() },
    locate: async () => {
      const region = await client.config.region()
      return { url: new URL(config().SECRETS_URL.replace('{region}', region)), region }
    },
  })
}

let call: ReturnType<typeof connect> | undefined

/**
 * Returns the text of a secret, by name or ARN (Secrets Manager, `GetSecretValue`), with the
 * function's credentials in its region. Throws when it may not be read, or does not exist; the
 * error never contains the secret.
 */
export async function readSecret(secretId: string): Promise<string> {
  call ??= connect()
  const { status, text } = await call('GetSecretValue', JSON.stringify({ SecretId: secretId }))
  const secret = Answer.safeParse(jsonOf(text))
  if (status !== 200 || !secret.success) throw new Error(`a secret cannot be read (${status})`)
  return secret.data.SecretString
}
