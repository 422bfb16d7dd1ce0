/**
 * AWS Signature Version 4 for requests without a query, which services of the JSON protocol take
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html). The
 * signing key is derived once a day and credential, where the SDK's own signer reads and derives
 * anew around every request.
 */
import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto'

export type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined }

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const ALGORITHM = 'AWS4-HMAC-SHA256'

/** Returns a time as `20150830T123600Z`. */
const stampOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** Returns the signer of one service in one region. */
export function createSigner(region: string, service: string) {
  let secret = ''
  let day = ''
  let key: KeyObject | undefined

  const keyOf = (secretAccessKey: string, today: string): KeyObject => {
    if (!key || secret !== secretAccessKey || day !== today) {
      const parts = [today, region, service, 'aws4_request']
      key = createSecretKey(parts.reduce<Buffer>(hmac, Buffer.from(`AWS4${secretAccessKey}`)))
      secret = secretAccessKey
      day = today
    }
    return key
  }

  /**
   * Returns the signed headers of a `POST` to a path without query: those given (names in lower
   * case, `host` among them), the date, the session token and the authorization.
   * @param at epoch ms, by the service's clock
   */
  return function sign(
    credentials: Credentials,
    path: string,
    given: Readonly<Record<string, string>>,
    body: string,
    at: number,
  ): Record<string, string> {
    const stamp = stampOf(at)
    const today = stamp.slice(0, 8)
    const headers: Record<string, string> = { ...given, 'x-amz-date': stamp }
    if (credentials.sessionToken) headers['x-amz-security-token'] = credentials.sessionToken
    const names = Object.keys(headers).sort()
    const signed = names.join(';')
    let lines = ''
    for (const name of names) lines += `${name}:${headers[name]!.trim()}\n`
    const request = `POST\n${path}\n\n${lines}\n${signed}\n${hash('sha256', body)}`
    const scope = `${today}/${region}/${service}/aws4_request`
    const signature = createHmac('sha256', keyOf(credentials.secretAccessKey, today))
      .update(`${ALGORITHM}\n${stamp}\n${scope}\n${hash('sha256', request)}`)
      .digest('hex')
    headers.authorization = `${ALGORITHM} Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`
    return headers
  }
}
