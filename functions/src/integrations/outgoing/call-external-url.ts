/**
 * The only way to call an address that a user named: webhooks, bots, systems of a company. Such an
 * address must reach only hosts on the internet, block nothing and fill no memory; the limits are
 * below.
 */

import type { ClientRequest, IncomingMessage } from 'node:http'
import { request as plainRequest } from 'node:http'
import { type RequestOptions as SecureRequestOptions, request as secureRequest } from 'node:https'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { config } from '../../config.ts'
import { OutgoingError } from './outgoing-error.ts'
import { mayCallPlain } from './plain-hosts.ts'
import { type Resolve, resolvePublic } from './resolve-public.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const

export type OutgoingCall = {
  method?: (typeof METHODS)[number]
  /** Names and values to send; those that belong to the connection are refused. */
  headers?: Record<string, string>
  body?: string | Uint8Array
}

export type CallOptions = {
  /**
   * Hosts (`name:port`) that may be private: simulators of the local stage, and those the operator
   * has listed. From the configuration.
   */
  privateHosts?: readonly string[]
  /** True if `privateHosts` may be called without TLS, as on one machine. */
  plain?: boolean
  /** Time from before the name is resolved to the last byte of the answer. */
  timeoutMs?: number
  /** Maximum bytes of the answer's body, unpacked. */
  maxBytes?: number
  /**
   * True if a body that is larger is cut there instead of being an error: whoever asks needs its
   * beginning alone.
   */
  cut?: boolean
  /**
   * True if a redirect is answered, without its body, instead of being an error: whoever asks calls
   * where it leads like any other address.
   */
  answersRedirects?: boolean
  /** Maximum bytes of the body to send. */
  maxSentBytes?: number
  /** Receives the head of the answer, before its body has arrived. */
  onHead?: (status: number, headers: Record<string, string>) => void
  /** Receives each part of the body as it arrives, unpacked. */
  onChunk?: (chunk: Buffer) => void
  resolve?: Resolve
  /** Client certificate for services with mutual TLS (PEM). */
  certificate?: { cert: string; key: string }
}

export type OutgoingAnswer = { status: number; headers: Record<string, string>; body: Buffer }

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1_000_000
const MAX_SENT_BYTES = 1_000_000
const MAX_URL_LENGTH = 2048
/** Lower ports, except 443, belong to other services than those that companies run. */
const FIRST_FREE_PORT = 1024
const MAX_HEADERS = 30
const MAX_HEADER_LENGTH = 4096
/** Maximum bytes of an answer's headers, all together. */
const MAX_HEADER_BYTES = 16 * 1024

/**
 * Headers that we make from the address and the body: a caller that sets them could address another
 * host, or put two calls in one.
 */
const OURS = new Set([
  ...['host', 'connection', 'content-length', 'transfer-encoding', 'te', 'trailer', 'upgrade', 'expect', 'keep-alive'],
  ...['proxy-authorization', 'proxy-connection', 'accept-encoding'],
])

/**
 * Calls `address` and reads the whole answer, whatever its status; a redirect is not followed but
 * an error. Only TLS, except for hosts that the operator of one machine lists; the name is resolved
 * once and that address is connected to; no proxy, no kept connection.
 * @throws OutgoingError
 */
export async function callExternalUrl(
  address: string,
  { method = 'POST', headers = {}, body }: OutgoingCall,
  options: CallOptions = {},
): Promise<OutgoingAnswer> {
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, maxSentBytes = MAX_SENT_BYTES, resolve, certificate } = options
  const { cut = false, answersRedirects = false, onHead, onChunk } = options
  const { privateHosts = config().OUTGOING_PRIVATE_HOSTS, plain = mayCallPlain() } = options
  const url = readAddress(address)
  const isListed = privateHosts.includes(hostOf(url))
  const isSecure = url.protocol === 'https:'
  if (!isSecure && !(url.protocol === 'http:' && isListed && plain)) throw new OutgoingError('ERR_OUTGOING_URL')
  if (!isListed && url.port !== '' && Number(url.port) < FIRST_FREE_PORT) throw new OutgoingError('ERR_OUTGOING_URL')
  if (!METHODS.includes(method)) throw new OutgoingError('ERR_OUTGOING_REQUEST')
  const sent = body === undefined ? undefined : Buffer.from(body as Uint8Array)
  const given = readHeaders(headers, sent, maxSentBytes)

  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), timeoutMs)
  try {
    const { signal } = deadline
    const target = await unlessAborted(resolvePublic(url.hostname, isListed, resolve), signal)
    const asked = ask(url, { method, headers: given, signal, target, certificate }, sent)
    const answer = await answerOf(asked)
    try {
      return await readAnswer(answer, { maxBytes, cut, answersRedirects, onHead, onChunk })
    } finally {
      asked.destroy()
    }
  } catch (error) {
    if (deadline.signal.aborted) throw new OutgoingError('ERR_OUTGOING_TIMEOUT', { cause: error })
    if (error instanceof OutgoingError) throw error
    const isForm = (error as NodeJS.ErrnoException).code?.startsWith('HPE_')
    throw new OutgoingError(isForm ? 'ERR_OUTGOING_ANSWER' : 'ERR_OUTGOING_UNREACHABLE', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

function readAddress(address: string): URL {
  const url = address.length <= MAX_URL_LENGTH && URL.canParse(address) ? new URL(address) : undefined
  if (!url || url.username || url.password || !url.hostname) throw new OutgoingError('ERR_OUTGOING_URL')
  return url
}

const PORTS: Record<string, string> = { 'https:': '443', 'http:': '80' }

/** Returns host and port of an address, as `OUTGOING_PRIVATE_HOSTS` spells them. */
export const hostOf = (url: URL): string => `${url.hostname}:${url.port || PORTS[url.protocol]}`

function readHeaders(
  given: Record<string, string>,
  body: Buffer | undefined,
  maxSentBytes: number,
): Record<string, string> {
  const entries = Object.entries(given).map(([name, value]) => [name.toLowerCase(), value] as const)
  const legal = entries.every(
    ([name, value]) =>
      /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) &&
      !OURS.has(name) &&
      /^[\t\x20-\x7e]*$/.test(value) &&
      name.length + value.length <= MAX_HEADER_LENGTH,
  )
  if (!legal || entries.length > MAX_HEADERS || (body?.length ?? 0) > maxSentBytes)
    throw new OutgoingError('ERR_OUTGOING_REQUEST')
  return {
    ...Object.fromEntries(entries),
    'accept-encoding': 'gzip, deflate, br',
    ...(body ? { 'content-length': String(body.length) } : {}),
  }
}

type Asked = {
  method: string
  headers: Record<string, string>
  signal: AbortSignal
  target: { address: string; family: number }
  certificate: CallOptions['certificate']
}

function ask(
  url: URL,
  { method, headers, signal, target, certificate }: Asked,
  body: Buffer | undefined,
): ClientRequest {
  const options: SecureRequestOptions = {
    ...certificate,
    method,
    headers,
    signal,
    // A connection of its own, to the address that was checked.
    agent: false,
    lookup: (_name, wanted, done) => (wanted.all ? done(null, [target]) : done(null, target.address, target.family)),
    maxHeaderSize: MAX_HEADER_BYTES,
    insecureHTTPParser: false,
  }
  const asked = url.protocol === 'https:' ? secureRequest(url, options) : plainRequest(url, options)
  asked.end(body)
  return asked
}

function answerOf(asked: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.on('error', reject)
    asked.on('close', () => reject(new Error('no answer')))
    asked.on('upgrade', (_answer, socket) => {
      socket.destroy()
      reject(new OutgoingError('ERR_OUTGOING_ANSWER'))
    })
    asked.on('response', answer => {
      // The reader handles its error; until then it must not be unhandled.
      answer.on('error', () => {})
      resolve(answer)
    })
  })
}

type Reading = Required<Pick<CallOptions, 'maxBytes' | 'cut' | 'answersRedirects'>> & {
  [Name in 'onHead' | 'onChunk']: CallOptions[Name] | undefined
}

async function readAnswer(answer: IncomingMessage, reading: Reading): Promise<OutgoingAnswer> {
  const status = answer.statusCode ?? 0
  const isRedirect = status >= 300 && status < 400 && status !== 304
  if (isRedirect && !reading.answersRedirects) throw new OutgoingError('ERR_OUTGOING_REDIRECT')
  const headers = Object.fromEntries(
    Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  )
  reading.onHead?.(status, headers)
  return { status, headers, body: isRedirect ? Buffer.alloc(0) : await readBody(answer, reading) }
}

/**
 * Unpacks the body as it arrives, so that a few packed bytes never become more than `maxBytes` in
 * memory.
 */
async function readBody(answer: IncomingMessage, { maxBytes, cut, onChunk }: Reading): Promise<Buffer> {
  const unpacked = unpacker(answer.headers['content-encoding'])
  const chunks: Buffer[] = []
  let size = 0
  let packed = 0
  /** Takes a chunk. Returns whether the body goes on. */
  const take = (chunk: Buffer): boolean => {
    const room = maxBytes - size
    size += chunk.length
    if (size > maxBytes && !cut) throw new OutgoingError('ERR_OUTGOING_TOO_LARGE')
    const part = size > maxBytes ? chunk.subarray(0, room) : chunk
    chunks.push(part)
    onChunk?.(part)
    return size < maxBytes || !cut
  }
  if (!unpacked) {
    for await (const chunk of answer) if (!take(chunk as Buffer)) break
    return Buffer.concat(chunks)
  }
  // The packed bytes are limited too: empty blocks unpack to nothing for ever.
  answer.on('data', (chunk: Buffer) => {
    packed += chunk.length
    if (packed > maxBytes) answer.destroy(new OutgoingError('ERR_OUTGOING_TOO_LARGE'))
  })
  answer.on('error', error => unpacked.destroy(error))
  answer.pipe(unpacked)
  try {
    for await (const chunk of unpacked) if (!take(chunk as Buffer)) break
  } catch (error) {
    // Zlib's own codes, and those of Brotli's decoder, which Node writes with two underscores.
    const isPacking = /^(Z_|ERR__)/.test((error as NodeJS.ErrnoException).code ?? '')
    throw isPacking ? new OutgoingError('ERR_OUTGOING_ANSWER', { cause: error }) : error
  } finally {
    unpacked.destroy()
  }
  return Buffer.concat(chunks)
}

function unpacker(encoding: string | undefined) {
  switch ((encoding ?? 'identity').trim().toLowerCase()) {
    case 'identity':
    case '':
      return undefined
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    default:
      // Nested encodings are a sign of a decompression bomb.
      throw new OutgoingError('ERR_OUTGOING_ANSWER')
  }
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('too late')), { once: true })
    work.then(resolve, reject)
  })
}
