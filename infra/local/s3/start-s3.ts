/**
 * HTTP of the local object store: the calls of S3 that the product makes, with their checks and
 * errors. One file, since they share one call's form and answers.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ACCESS_KEY_ID, REGION, SECRET_ACCESS_KEY } from '../aws-names.ts'
import { createHttpServer } from '../create-http-server.ts'
import { isDiskFull, STORAGE_FULL, STORAGE_FULL_STATUS, StorageFullError } from '../disk.ts'
import { closeServer, LOOPBACK, listen } from '../listen.ts'
import { readBody } from '../read-body.ts'
import { awsChunkedDecoder } from './aws-chunked.ts'
import { type BodyChecks, type ObjectHeaders, type ObjectStore, openObjectStore } from './object-store.ts'
import { receivePostForm } from './post-form.ts'
import { S3Error } from './s3-error.ts'
import { type AccessKeys, decode, encode, verifySignature } from './signature.ts'

/** A CORS rule of the template's bucket. */
export type CorsRule = { methods: string[]; origins: string[]; headers: string[]; expose: string[]; maxAge?: number }

/**
 * A bucket's rules in the template: which origins may call it from a page, and after how many days
 * objects expire.
 */
export type BucketRules = { cors: CorsRule[]; expiry: { prefix: string; days: number }[] }

export type S3Server = {
  endpoint: string
  port: number
  addBucket: (name: string, rules: BucketRules) => void
  /** Removes objects that have expired at a moment (epoch ms); also runs every hour. */
  expire: (now: number) => void
  /**
   * Returns a handler of the calls that were signed with other keys than those of this machine: of
   * links and forms that we made for browsers. `base` stands before the bucket in their paths.
   */
  serveLinks: (keys: AccessKeys, base: string) => (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** Pause of deletions. */
  pause: ObjectStore['pause']
  /** Removal of the files of deleted objects. */
  deletions: ObjectStore['deletions']
  close: () => Promise<void>
}

const KEYS = new Map([[ACCESS_KEY_ID, SECRET_ACCESS_KEY]])
const XML_LIMIT_BYTES = 4 * 1024 * 1024
const MAX_KEYS = 1000
const HOUR_MS = 3_600_000
/** Longest upload, in ms; a link to upload with is valid for less. */
export const UPLOAD_MS = HOUR_MS
/** Longest time in which a signed call copies an object or joins its parts, in ms. */
const COPY_MS = 300_000
const DAY_MS = 24 * HOUR_MS
/** Days after which an unfinished multipart upload ends, as the rule of our bucket says. */
const UNFINISHED_DAYS = 1

/**
 * Parameters that name no sub-resource; any other one asks for something this server does not do.
 */
const PLAIN_PARAMETERS =
  /^(x-id|X-Amz-.*|x-amz-.*|response-.*|uploads|uploadId|partNumber|part-number-marker|max-parts|list-type|prefix|delimiter|max-keys|continuation-token|start-after|encoding-type|fetch-owner|delete|location)$/

type Call = {
  request: IncomingMessage
  response: ServerResponse
  query: URLSearchParams
  bucket: string
  key: string
  keys: AccessKeys
}

/**
 * Serves path-style S3 on loopback: objects, ranges, multipart, copies, listings, presigned GET,
 * PUT and POST, CORS, and the expiry of objects by prefix. Verifies signatures, streams bodies to
 * disk, and answers 501 to everything else.
 * @param options.port wanted port, any free one when it is in use; 0 = any
 */
export async function startS3(options: { port: number; dir: string }): Promise<S3Server> {
  const store = openObjectStore(options.dir)
  const buckets = new Map<string, BucketRules>()
  const own = { keys: KEYS, base: '' }
  const server = createHttpServer((request, response) => void serve(store, buckets, own, request, response), {
    answerMs: COPY_MS,
  })
  const port = await listen(server, options.port, true)
  const expire = (now: number) => {
    try {
      for (const [name, { expiry }] of buckets)
        for (const { prefix, days } of expiry) store.expire(name, prefix, now - days * DAY_MS)
      store.expireUploads(now - UNFINISHED_DAYS * DAY_MS)
    } catch (error) {
      // The next pass removes them, once SQLite has room to note it.
      if (!isDiskFull(error)) throw error
    }
  }
  const clock = setInterval(() => expire(Date.now()), HOUR_MS).unref()
  return {
    endpoint: `http://${LOOPBACK}:${port}`,
    port,
    addBucket(name, rules) {
      store.addBucket(name)
      buckets.set(name, rules)
      // Objects expire even if the cloud only runs an hour a day.
      expire(Date.now())
    },
    expire,
    serveLinks: (keys, base) => (request, response) => serve(store, buckets, { keys, base }, request, response),
    pause: store.pause,
    deletions: store.deletions,
    async close() {
      clearInterval(clock)
      await closeServer(server)
      store.close()
    },
  }
}

async function serve(
  store: ObjectStore,
  buckets: Map<string, BucketRules>,
  { keys, base }: { keys: AccessKeys; base: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const raw = request.url ?? '/'
    const at = raw.indexOf('?')
    const path = at < 0 ? raw : raw.slice(0, at)
    const queryText = at < 0 ? '' : raw.slice(at + 1)
    const [bucket = '', ...rest] = path
      .slice(base.length + 1)
      .split('/')
      .map(decode)
    const call: Call = { request, response, query: new URLSearchParams(queryText), bucket, key: rest.join('/'), keys }
    const allowed = applyCors(buckets.get(bucket)?.cors ?? [], request, response)
    if (request.method === 'OPTIONS') {
      response.writeHead(allowed ? 200 : 403, { 'content-length': 0 })
      response.end()
      return
    }
    if (isForm(call)) return await postObject(store, call)
    verifySignature(request, path, queryText, keys)
    await dispatch(store, call)
  } catch (error) {
    fail(request, response, error)
  }
}

function fail(request: IncomingMessage, response: ServerResponse, thrown: unknown): void {
  const isFull = thrown instanceof StorageFullError || isDiskFull(thrown)
  const error = isFull ? new S3Error(STORAGE_FULL_STATUS, STORAGE_FULL, 'There is no room left.') : thrown
  const known = error instanceof S3Error
  // A finished request counts as destroyed.
  const gone = response.destroyed || !request.complete
  if (!known && !gone) console.error('s3:', error)
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const text = known ? error.message : 'We encountered an internal error. Please try again.'
  // The rest of the client's body is read and discarded: a client that is cut off while sending
  // never sees the answer.
  request.unpipe()
  request.resume()
  response.writeHead(known ? error.status : 500, { 'content-type': 'application/xml' })
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${known ? error.code : 'InternalError'}</Code><Message>${escapeXml(text)}</Message></Error>`
  response.end(request.method === 'HEAD' ? undefined : body)
}

function applyCors(rules: CorsRule[], request: IncomingMessage, response: ServerResponse): boolean {
  const origin = request.headers.origin
  if (!origin) return false
  const method = String(request.headers['access-control-request-method'] ?? request.method)
  const rule = rules.find(
    rule => rule.methods.includes(method) && rule.origins.some(allowed => matches(allowed, origin)),
  )
  if (!rule) return false
  response.setHeader('access-control-allow-origin', rule.origins.includes('*') ? '*' : origin)
  response.setHeader('vary', 'Origin')
  if (rule.expose.length > 0) response.setHeader('access-control-expose-headers', rule.expose.join(','))
  if (request.method === 'OPTIONS') {
    const wanted = String(request.headers['access-control-request-headers'] ?? '')
    const names = wanted
      .split(',')
      .map(name => name.trim().toLowerCase())
      .filter(Boolean)
    if (names.some(name => !rule.headers.some(allowed => matches(allowed.toLowerCase(), name)))) return false
    response.setHeader('access-control-allow-methods', rule.methods.join(','))
    if (wanted) response.setHeader('access-control-allow-headers', wanted)
    if (rule.maxAge !== undefined) response.setHeader('access-control-max-age', rule.maxAge)
  }
  return true
}

function matches(pattern: string, text: string): boolean {
  const at = pattern.indexOf('*')
  if (at < 0) return pattern === text
  return (
    text.length >= pattern.length - 1 && text.startsWith(pattern.slice(0, at)) && text.endsWith(pattern.slice(at + 1))
  )
}

function isForm({ request, key }: Call): boolean {
  return request.method === 'POST' && key === '' && /^multipart\/form-data/.test(request.headers['content-type'] ?? '')
}

async function postObject(store: ObjectStore, { request, response, bucket, keys }: Call): Promise<void> {
  if (!store.hasBucket(bucket)) throw noSuchBucket()
  const stored = await receivePostForm(request, bucket, keys, async posted => {
    const written = await store.put(bucket, posted.key, posted.file, headersOf(posted.fields), {
      min: posted.min,
      max: posted.max,
    })
    return { ...written, key: posted.key, status: Number(posted.fields.success_action_status ?? 204) }
  })
  const status = stored.status === 200 || stored.status === 201 ? stored.status : 204
  const location = `/${bucket}/${encode(stored.key)}`
  response.writeHead(status, { etag: `"${stored.etag}"`, location, 'content-type': 'application/xml' })
  response.end(
    status === 201
      ? `<?xml version="1.0" encoding="UTF-8"?>\n<PostResponse><Location>${escapeXml(location)}</Location><Bucket>${escapeXml(bucket)}</Bucket><Key>${escapeXml(stored.key)}</Key><ETag>&quot;${stored.etag}&quot;</ETag></PostResponse>`
      : undefined,
  )
}

async function dispatch(store: ObjectStore, call: Call): Promise<void> {
  const { request, query, bucket, key } = call
  const unknown = [...query.keys()].find(name => !PLAIN_PARAMETERS.test(name))
  if (unknown !== undefined) throw notImplemented(unknown)
  if (bucket === '') return listBuckets(store, call)
  if (key === '' && request.method === 'PUT') {
    store.addBucket(bucket)
    return empty(call, 200, { location: `/${bucket}` })
  }
  if (!store.hasBucket(bucket)) throw noSuchBucket()
  if (key === '') return bucketCall(store, call)
  if (query.has('uploadId') || query.has('uploads')) return multipartCall(store, call)
  switch (request.method) {
    case 'PUT':
      return request.headers['x-amz-copy-source'] === undefined ? putObject(store, call) : copyObject(store, call)
    case 'GET':
    case 'HEAD':
      return getObject(store, call)
    case 'DELETE':
      await store.remove(bucket, key)
      return empty(call, 204)
    default:
      throw new S3Error(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.')
  }
}

function listBuckets(store: ObjectStore, call: Call): void {
  const rows = store
    .buckets()
    .map(
      ({ name, created }) =>
        `<Bucket><Name>${escapeXml(name)}</Name><CreationDate>${new Date(created).toISOString()}</CreationDate></Bucket>`,
    )
  xml(call, `<ListAllMyBucketsResult><Buckets>${rows.join('')}</Buckets></ListAllMyBucketsResult>`)
}

async function bucketCall(store: ObjectStore, call: Call): Promise<void> {
  const { request, query, bucket } = call
  if (request.method === 'HEAD') return empty(call, 200, { 'x-amz-bucket-region': REGION })
  if (request.method === 'GET' && query.get('list-type') === '2') return listObjects(store, call)
  if (request.method === 'GET' && query.has('location')) return xml(call, '<LocationConstraint/>')
  if (request.method === 'POST' && query.has('delete')) {
    const keys = elements(await text(request), 'Key')
    for (const key of keys) await store.remove(bucket, key)
    const deleted = keys.map(key => `<Deleted><Key>${escapeXml(key)}</Key></Deleted>`)
    return xml(call, `<DeleteResult>${deleted.join('')}</DeleteResult>`)
  }
  throw notImplemented(`${request.method} on a bucket`)
}

function listObjects(store: ObjectStore, call: Call): void {
  const { query, bucket } = call
  const token = query.get('continuation-token')
  const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString()
  const max = Math.min(MAX_KEYS, Number(query.get('max-keys') ?? MAX_KEYS))
  const prefix = query.get('prefix') ?? ''
  const name = query.get('encoding-type') === 'url' ? encode : escapeXml
  const found = store.list(bucket, { prefix, delimiter: query.get('delimiter') ?? '', after, max })
  const page = found.slice(0, max)
  const truncated = found.length > max
  const next = Buffer.from(page.at(-1)?.key ?? '').toString('base64url')
  const rows = page.map(({ key, object }) =>
    object
      ? `<Contents><Key>${name(key)}</Key><LastModified>${new Date(object.at).toISOString()}</LastModified><ETag>&quot;${object.etag}&quot;</ETag><Size>${object.size}</Size><StorageClass>STANDARD</StorageClass></Contents>`
      : `<CommonPrefixes><Prefix>${name(key)}</Prefix></CommonPrefixes>`,
  )
  xml(
    call,
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${escapeXml(bucket)}</Name><Prefix>${name(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${max}</MaxKeys><IsTruncated>${truncated}</IsTruncated>${truncated ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}${rows.join('')}</ListBucketResult>`,
  )
}

async function multipartCall(store: ObjectStore, call: Call): Promise<void> {
  const { request, query, bucket, key } = call
  if (query.has('uploads')) {
    if (request.method !== 'POST') throw notImplemented('uploads')
    const id = store.startUpload(bucket, key, headersOf(request.headers))
    return xml(
      call,
      `<InitiateMultipartUploadResult><Bucket>${escapeXml(bucket)}</Bucket><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  }
  const upload = store.upload(query.get('uploadId') ?? '', bucket, key)
  switch (request.method) {
    case 'PUT': {
      const number = Number(query.get('partNumber'))
      if (!Number.isInteger(number) || number < 1 || number > 10_000) throw new S3Error(400, 'InvalidArgument')
      const etag = await upload.putPart(number, bodyOf(request), checksOf(call))
      return empty(call, 200, { etag: `"${etag}"` })
    }
    case 'GET': {
      const rows = upload
        .parts()
        .map(
          part =>
            `<Part><PartNumber>${part.number}</PartNumber><LastModified>${new Date(part.at).toISOString()}</LastModified><ETag>&quot;${part.etag}&quot;</ETag><Size>${part.size}</Size></Part>`,
        )
      return xml(call, `<ListPartsResult>${rows.join('')}<IsTruncated>false</IsTruncated></ListPartsResult>`)
    }
    case 'DELETE':
      upload.drop()
      return empty(call, 204)
    case 'POST': {
      const body = await text(request)
      const etags = elements(body, 'ETag').map(etag => etag.replaceAll('"', ''))
      const wanted = elements(body, 'PartNumber').map((number, i) => ({ number: Number(number), etag: etags[i] ?? '' }))
      const etag = await upload.complete(wanted)
      return xml(
        call,
        `<CompleteMultipartUploadResult><Bucket>${escapeXml(bucket)}</Bucket><Key>${escapeXml(key)}</Key><ETag>&quot;${etag}&quot;</ETag></CompleteMultipartUploadResult>`,
      )
    }
    default:
      throw new S3Error(405, 'MethodNotAllowed')
  }
}

async function putObject(store: ObjectStore, call: Call): Promise<void> {
  const { request, bucket, key } = call
  const { etag } = await store.put(bucket, key, bodyOf(request), headersOf(request.headers), {
    ...checksOf(call),
    fresh: request.headers['if-none-match'] === '*',
  })
  empty(call, 200, { etag: `"${etag}"` })
}

async function copyObject(store: ObjectStore, call: Call): Promise<void> {
  const source = decode(String(call.request.headers['x-amz-copy-source'])).replace(/^\//, '')
  const at = source.indexOf('/')
  const object = store.get(source.slice(0, at), source.slice(at + 1))
  const wanted = call.request.headers['x-amz-copy-source-if-match']
  if (wanted !== undefined && String(wanted).replaceAll('"', '') !== object.etag)
    throw new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold')
  const replace = call.request.headers['x-amz-metadata-directive'] === 'REPLACE'
  const headers = replace ? headersOf(call.request.headers) : object
  const { type, cache, disposition, encoding, user } = headers
  const written = await store.put(call.bucket, call.key, store.read(object), {
    type,
    cache,
    disposition,
    encoding,
    user,
  })
  xml(
    call,
    `<CopyObjectResult><ETag>&quot;${written.etag}&quot;</ETag><LastModified>${new Date().toISOString()}</LastModified></CopyObjectResult>`,
  )
}

async function getObject(store: ObjectStore, { request, response, query, bucket, key }: Call): Promise<void> {
  const object = store.get(bucket, key)
  const etag = `"${object.etag}"`
  const headers: Record<string, string | number> = {
    'content-type': query.get('response-content-type') ?? object.type,
    etag,
    'last-modified': new Date(object.at).toUTCString(),
    'accept-ranges': 'bytes',
    ...object.user,
  }
  const cache = query.get('response-cache-control') ?? object.cache
  if (cache) headers['cache-control'] = cache
  if (object.encoding) headers['content-encoding'] = object.encoding
  const disposition = query.get('response-content-disposition') ?? object.disposition
  if (disposition) headers['content-disposition'] = disposition
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers)
    response.end()
    return
  }
  const range = parseRange(request.headers.range, object.size)
  const { start, end } = range ?? { start: 0, end: object.size - 1 }
  if (range) headers['content-range'] = `bytes ${start}-${end}/${object.size}`
  response.writeHead(range ? 206 : 200, { ...headers, 'content-length': end - start + 1 })
  if (request.method === 'HEAD' || object.size === 0) {
    response.end()
    return
  }
  await pipeline(store.read(object, { start, end }), response)
}

/**
 * Returns the requested range; undefined for a header it does not understand. @throws S3Error 416
 * when the object has no byte in the range
 */
function parseRange(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const end = match[1] !== '' && match[2] !== '' ? Math.min(Number(match[2]), size - 1) : size - 1
  if (start >= size || start > end) throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable')
  return { start, end }
}

function bodyOf(request: IncomingMessage): Readable {
  const chunked =
    /aws-chunked/.test(request.headers['content-encoding'] ?? '') ||
    /^STREAMING/.test(String(request.headers['x-amz-content-sha256'] ?? ''))
  if (!chunked) return request
  const decoder = awsChunkedDecoder()
  // The body may turn out to be broken before anybody reads it: an unheard error ends the process.
  decoder.on('error', () => {})
  request.on('error', error => decoder.destroy(error))
  return request.pipe(decoder)
}

/** Returns the digests a client announced, in headers or in the query of a presigned URL. */
function checksOf({ request, query }: Call): BodyChecks {
  const sha256 = String(request.headers['x-amz-content-sha256'] ?? '')
  const crc = request.headers['x-amz-checksum-crc32'] ?? query.get('x-amz-checksum-crc32')
  return {
    ...(/^[0-9a-f]{64}$/.test(sha256) ? { sha256 } : {}),
    ...(crc ? { crc32: String(crc) } : {}),
  }
}

function headersOf(headers: Record<string, string | string[] | undefined>): ObjectHeaders {
  const one = (name: string) => (headers[name] === undefined ? undefined : String(headers[name]))
  const encoding = (one('content-encoding') ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '' && part !== 'aws-chunked')
    .join(',')
  return {
    type: one('content-type') ?? 'application/octet-stream',
    cache: one('cache-control'),
    disposition: one('content-disposition'),
    encoding: encoding || undefined,
    user: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        name.startsWith('x-amz-meta-') ? [[name, String(value)]] : [],
      ),
    ),
  }
}

async function text(request: IncomingMessage): Promise<string> {
  const sha = String(request.headers['x-amz-content-sha256'] ?? '')
  if (!/^STREAMING/.test(sha)) {
    const body = await readBody(request, XML_LIMIT_BYTES)
    if (!body) throw new S3Error(400, 'MaxMessageLengthExceeded')
    return body.toString('utf8')
  }
  const chunks: Buffer[] = []
  for await (const chunk of bodyOf(request)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function elements(body: string, name: string): string[] {
  return [...body.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(match => unescapeXml(match[1]!))
}

const NAMED_ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))
const LAST_CODE_POINT = 0x10_ff_ff

function unescapeXml(text: string): string {
  return text.replace(/&(#x[0-9a-fA-F]+|#\d+|\w+);/g, (whole, entity: string) => {
    if (!entity.startsWith('#')) return NAMED_ENTITIES.get(entity) ?? whole
    const code = entity.startsWith('#x') ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole
  })
}

const escapeXml = (text: string) => text.replace(/[<>&"'\r\n]/g, char => `&#${char.charCodeAt(0)};`)

const noSuchBucket = () => new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist')
const notImplemented = (what: string) =>
  new S3Error(
    501,
    'NotImplemented',
    `A header or query you provided implies functionality that is not implemented: ${what}`,
  )

function xml({ response }: Call, body: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`)
}

function empty({ response }: Call, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers)
  response.end()
}
