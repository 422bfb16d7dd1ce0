/**
 * Makes one attempt at a call of an AWS service: a signature (`@smithy/signature-v4`, the SDK's own
 * signer), a request on a kept connection, the answer's text. With the SDK's client an API call
 * takes 1.7 to 1.9 times the processor time (decision 0062). Credentials, region, endpoint and the
 * service's clock still come from that client, and a caller without a good answer repeats the call
 * through it, with its retries.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { crc32 } from 'node:zlib'
import { SignatureV4 } from '@smithy/signature-v4'
import { Sha256 } from './sha256.ts'

export type JsonAnswer = { status: number; text: string }

/** Part of an SDK client's configuration that is needed here. */
type ClientConfig = {
  credentials: () => Promise<{ accessKeyId: string; secretAccessKey: string; sessionToken?: string }>
  /** Milliseconds by which the service's clock is ahead, as the client last saw. */
  systemClockOffset: number
}

/** Address of a service, and the region of its signatures. */
export type ServiceEndpoint = { url: URL; region: string }

/** Timeout. Longer than a service takes, shorter than a function may run. */
const SILENCE_MS = 10_000
const MAX_SOCKETS = 50

/**
 * Returns kept connections, for a client's own requests as well: the option `requestHandler` of an
 * SDK client.
 */
export function keptConnections() {
  const options = { keepAlive: true, maxSockets: MAX_SOCKETS }
  return { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent(options) }
}

type Service = {
  /** Name of the service in signatures. */
  service: string
  config: ClientConfig
  connections: ReturnType<typeof keptConnections>
  /** Called once; again after it failed. */
  locate: () => Promise<ServiceEndpoint>
}

/**
 * Returns a function that posts signed. `path` is appended to that of the place, its parts encoded.
 * It throws network errors, and for an answer that arrived incomplete or damaged.
 */
export function createSignedPost({ service, config, connections, locate }: Service) {
  let found: Promise<ReturnType<typeof prepare>> | undefined

  const prepare = ({ url, region }: ServiceEndpoint) => ({
    signer: new SignatureV4({
      service,
      region,
      credentials: config.credentials,
      sha256: Sha256,
      // The signature covers the body in any case; only S3 wants its checksum in a header as well.
      applyChecksum: false,
    }),
    host: url.host,
    protocol: url.protocol,
    secure: url.protocol === 'https:',
    base: url.pathname.replace(/\/$/, ''),
    to: {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      ...(url.port ? { port: url.port } : {}),
      method: 'POST',
      timeout: SILENCE_MS,
    },
  })

  return async function post(path: string, given: Readonly<Record<string, string>>, body: string): Promise<JsonAnswer> {
    found ??= locate().then(prepare)
    found.catch(() => {
      found = undefined
    })
    const { signer, host, protocol, secure, base, to } = await found
    const where = base + path
    const { headers } = await signer.sign(
      { method: 'POST', protocol, hostname: host, path: where, query: {}, headers: { ...given, host }, body },
      { signingDate: new Date(Date.now() + config.systemClockOffset) },
    )
    headers['content-length'] = String(Buffer.byteLength(body))
    return new Promise((resolve, reject) => {
      const agent = secure ? connections.httpsAgent : connections.httpAgent
      const sent = (secure ? httpsRequest : httpRequest)({ ...to, path: where, headers, agent }, response =>
        read(response, resolve, reject),
      )
      sent.on('error', reject)
      sent.on('timeout', () => sent.destroy(new Error(`${service} does not answer`)))
      // As text, not as bytes: head and body leave in one write.
      sent.end(body, 'utf8')
    })
  }
}

/**
 * Returns a function that calls the service's operations.
 * @param target prefix of the operations' names
 * @param version version of AWS's JSON protocol that the service speaks
 */
export function createJsonCall({
  target,
  version = '1.0',
  ...service
}: Service & { target: string; version?: '1.0' | '1.1' }) {
  const post = createSignedPost(service)
  const type = `application/x-amz-json-${version}`
  return (operation: string, body: string): Promise<JsonAnswer> =>
    post('/', { 'content-type': type, 'x-amz-target': `${target}.${operation}` }, body)
}

function read(response: IncomingMessage, resolve: (answer: JsonAnswer) => void, reject: (error: Error) => void): void {
  const chunks: Buffer[] = []
  response.on('data', (chunk: Buffer) => chunks.push(chunk))
  response.on('error', reject)
  response.on('end', () => {
    const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
    const checksum = response.headers['x-amz-crc32']
    if (typeof checksum === 'string' && Number(checksum) !== crc32(bytes))
      return reject(new Error('an answer is not what was sent'))
    resolve({ status: response.statusCode ?? 0, text: bytes.toString() })
  })
}
