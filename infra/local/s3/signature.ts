import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { S3Error } from './s3-error.ts'

const CLOCK_SKEW_MS = 900_000

/** Secrets by access key id. No object: a caller names the id, and `constructor` would find one. */
export type AccessKeys = ReadonlyMap<string, string>

/**
 * Verifies a request's SigV4 signature, in its header or its presigned query.
 * @param path the raw, still encoded path
 * @param signed the signed service; services other than S3 sign the hex digest of the body itself
 * @throws S3Error 403 when it is unsigned, signed with another key, tampered with or expired
 */
export function verifySignature(
  request: IncomingMessage,
  path: string,
  query: string,
  keys: AccessKeys,
  signed: { service: string; digest?: string } = { service: 's3' },
): void {
  const { service } = signed
  const pairs = query
    .split('&')
    .filter(Boolean)
    .map(pair => {
      const at = pair.indexOf('=')
      const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
      return [decode(name), decode(value)] as const
    })
  const parameters = new Map(pairs)
  const presigned = parameters.has('X-Amz-Signature')
  const parts = presigned ? fromQuery(parameters) : fromHeader(request.headers.authorization, service)
  if (!parts) throw new S3Error(403, 'AccessDenied', 'Access Denied')
  const secret = keys.get(parts.accessKeyId)
  if (!secret) {
    throw new S3Error(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.')
  }
  const amzDate = presigned ? (parameters.get('X-Amz-Date') ?? '') : String(request.headers['x-amz-date'] ?? '')
  const age = Date.now() - Date.parse(amzDate.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z'))
  const fresh = presigned
    ? age <= Number(parameters.get('X-Amz-Expires')) * 1000 && age > -CLOCK_SKEW_MS
    : Math.abs(age) <= CLOCK_SKEW_MS
  if (!fresh) throw new S3Error(403, 'AccessDenied', 'Request has expired')

  const canonicalQuery = pairs
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const headers = parts.signedHeaders
    .split(';')
    .map(name => `${name}:${[request.headers[name] ?? ''].flat().join(',').trim().replace(/ +/g, ' ')}\n`)
    .join('')
  const payload = presigned
    ? 'UNSIGNED-PAYLOAD'
    : (signed.digest ?? String(request.headers['x-amz-content-sha256'] ?? ''))
  const canonicalPath = path
    .split('/')
    .map(segment => encode(decode(segment)))
    .join('/')
  const canonical = [request.method, canonicalPath, canonicalQuery, headers, parts.signedHeaders, payload].join('\n')
  const scope = `${parts.date}/${parts.region}/${service}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', amzDate, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  if (!equal(sign(secret, parts.date, parts.region, service, toSign), parts.signature)) {
    throw new S3Error(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided.',
    )
  }
}

/** Verifies the signature of a POST form's policy. @throws S3Error 403 */
export function verifyPolicySignature(fields: Record<string, string>, keys: AccessKeys): void {
  const [accessKeyId = '', date = '', region = ''] = (fields['x-amz-credential'] ?? '').split('/')
  const secret = keys.get(accessKeyId)
  if (!secret || !equal(sign(secret, date, region, 's3', fields.policy ?? ''), fields['x-amz-signature'] ?? '')) {
    throw new S3Error(403, 'SignatureDoesNotMatch')
  }
}

type Parts = { accessKeyId: string; date: string; region: string; signedHeaders: string; signature: string }

function fromHeader(header: string | undefined, wanted: string): Parts | undefined {
  const match =
    /Credential=([^/]+)\/(\d+)\/([^/]+)\/(\w+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
      header ?? '',
    )
  if (!match) return undefined
  const [, accessKeyId, date, region, service, signedHeaders, signature] = match as unknown as string[]
  if (service !== wanted) return undefined
  return {
    accessKeyId: accessKeyId!,
    date: date!,
    region: region!,
    signedHeaders: signedHeaders!,
    signature: signature!,
  }
}

function fromQuery(parameters: Map<string, string>): Parts {
  const [accessKeyId = '', date = '', region = ''] = (parameters.get('X-Amz-Credential') ?? '').split('/')
  return {
    accessKeyId,
    date,
    region,
    signedHeaders: parameters.get('X-Amz-SignedHeaders') ?? '',
    signature: parameters.get('X-Amz-Signature') ?? '',
  }
}

function sign(secret: string, date: string, region: string, service: string, text: string): string {
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, date), region), service), 'aws4_request')
  return hmac(key, text).toString('hex')
}

function equal(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}

/** Percent-encodes as SigV4 requires. */
export const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** @throws S3Error 400 */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.")
  }
}
