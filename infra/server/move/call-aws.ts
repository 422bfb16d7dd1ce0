import { setTimeout as sleep } from 'node:timers/promises'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { Sha256 } from '@balcao/functions/integrations/aws/sha256.ts'
import { SignatureV4 } from '@smithy/signature-v4'
import { readConfig } from '../../local/config.ts'

export type AwsCall = {
  /** Name of the service in its address, and in signatures. */
  service: 'lambda' | 'secretsmanager' | 'ecs' | 'application-autoscaling'
  method?: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Path of a call of Lambda, with its query. */
  path?: string
  query?: Record<string, string>
  /** Operation of the JSON protocol, with its prefix. */
  target?: string
  body?: object
}

/** Answer other than 2xx. */
export class AwsError extends Error {
  readonly status: number
  /** AWS's name of the error, such as `ResourceNotFoundException`. */
  readonly code: string
  constructor(call: AwsCall, status: number, code: string) {
    super(`${call.service} answered ${status} ${code}`)
    this.status = status
    this.code = code
  }
}

export type Aws = {
  region: string
  call: (call: AwsCall) => Promise<Record<string, unknown>>
}

const TIMEOUT_MS = 30_000
const ATTEMPTS = 5
const JSON_VERSION = '1.1'

/**
 * Opens the control plane of AWS with the credentials and the region of the environment: the few
 * calls of a move, without an SDK client for each service.
 */
export async function openAws(): Promise<Aws> {
  const { config } = new DynamoDBClient()
  const region = await config.region()
  const { awsEndpoint } = readConfig()
  return {
    region,
    async call(call) {
      const { service, method = 'POST', path = '/', query = {}, target, body } = call
      const url = new URL(path, awsEndpoint ?? `https://${service}.${region}.amazonaws.com`)
      const signer = new SignatureV4({ service, region, credentials: config.credentials, sha256: Sha256 })
      const text = body === undefined ? '' : JSON.stringify(body)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      for (let attempt = 1; ; attempt++) {
        const { headers } = await signer.sign({
          method,
          protocol: url.protocol,
          hostname: url.hostname,
          path: url.pathname,
          query,
          headers: {
            host: url.host,
            ...(target ? { 'x-amz-target': target } : {}),
            'content-type': target ? `application/x-amz-json-${JSON_VERSION}` : 'application/json',
          },
          body: text,
        })
        const response = await fetch(url, {
          method,
          headers,
          ...(text ? { body: text } : {}),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        const answer = await response.text()
        if (response.ok) return answer ? (JSON.parse(answer) as Record<string, unknown>) : {}
        const code = errorCode(response, answer)
        const isPassing = response.status >= 500 || response.status === 429 || /Throttl|TooManyRequests/.test(code)
        if (!isPassing || attempt >= ATTEMPTS) throw new AwsError(call, response.status, code)
        await sleep(300 * 2 ** attempt)
      }
    },
  }
}

/** Returns AWS's name of an error, from the header or the body; never the body itself. */
function errorCode(response: Response, text: string): string {
  const header = response.headers.get('x-amzn-errortype')
  if (header) return header.split(':')[0]!
  try {
    const { __type, code } = JSON.parse(text) as { __type?: string; code?: string }
    return (__type ?? code ?? '').split('#').at(-1)!
  } catch {
    return ''
  }
}
