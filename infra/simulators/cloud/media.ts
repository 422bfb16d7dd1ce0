import { createHash, createHmac } from 'node:crypto'
import { META_APP } from '../../local/simulator-accounts.ts'
import { newNumber } from '../meta/meta-state.ts'
import { bytesOf, type Call } from '../simulated-system.ts'
import type { MediaKind, MediaRef } from './check-message.ts'
import type { CloudState, Media } from './cloud-state.ts'
import { CloudError } from './errors.ts'

const MB = 2 ** 20

type Allowed = { types: readonly string[]; maxBytes: number }

/** Media of the Cloud API (Meta's *Media*, Supported media types). */
const ALLOWED: Readonly<Record<MediaKind, Allowed>> = {
  image: { types: ['image/jpeg', 'image/png'], maxBytes: 5 * MB },
  audio: { types: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/opus'], maxBytes: 16 * MB },
  video: { types: ['video/mp4', 'video/3gpp'], maxBytes: 16 * MB },
  document: {
    types: [
      'text/plain',
      'application/pdf',
      'application/msword',
      'application/vnd.ms-excel',
      'application/vnd.ms-powerpoint',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    ],
    maxBytes: 100 * MB,
  },
  sticker: { types: ['image/webp'], maxBytes: 500 * 1024 },
}
const UPLOADABLE = Object.values(ALLOWED).flatMap(({ types }) => types)
export const MAX_MEDIA_BYTES = 100 * MB
/** Time for which the address of a file is good, in seconds. */
const URL_SECONDS = 300

const essence = (mimetype: string): string => mimetype.split(';')[0]!.trim().toLowerCase()

/**
 * Returns why a file cannot be sent as a kind; undefined when it can.
 * A document may be of any type.
 */
export function refusalOf(kind: MediaKind, mimetype: string, size: number): string | undefined {
  const { types, maxBytes } = ALLOWED[kind]
  if (kind !== 'document' && !types.includes(essence(mimetype)))
    return `Unsupported ${kind} mime type ${mimetype}. Supported types: ${types.join(', ')}`
  return size > maxBytes ? `${kind} file size ${size} exceeds the limit of ${maxBytes} bytes` : undefined
}

/** Keeps a file under a new id. */
export function keepMedia(
  state: CloudState,
  given: Pick<Media, 'accountId' | 'numberId' | 'mimetype' | 'fileName' | 'fromCustomer'>,
  bytes: Buffer,
): Media {
  const media: Media = {
    id: newNumber(),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size: bytes.length,
    ...given,
  }
  state.files.put(media.id, bytes)
  state.media.set(media.id, media)
  state.save('media', media)
  return media
}

/** Takes an upload: a form with `messaging_product`, `file`, and optionally `type`. */
export async function uploadMedia(
  call: Call,
  state: CloudState,
  { id: numberId, accountId }: { id: string; accountId: string },
): Promise<{ id: string }> {
  const contentType = call.request.headers['content-type'] ?? ''
  const bytes = await bytesOf(call, MAX_MEDIA_BYTES + MB)
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => undefined)
  if (form?.get('messaging_product') !== 'whatsapp')
    throw new CloudError(100, 'The parameter messaging_product is required.')
  const file = form.get('file')
  if (!(file instanceof File)) throw new CloudError(100, 'The parameter file is required.')
  const mimetype = String(form.get('type') || file.type || 'application/octet-stream')
  const type = essence(mimetype)
  if (!UPLOADABLE.includes(type))
    throw new CloudError(
      100,
      `Param file must be a file with one of the following types: ${UPLOADABLE.join(', ')}. Received file of type '${type}'.`,
    )
  const [, allowed] = Object.entries(ALLOWED).find(([, { types }]) => types.includes(type))!
  if (file.size > allowed.maxBytes)
    throw new CloudError(131053, `File size ${file.size} exceeds the limit of ${allowed.maxBytes} bytes for ${type}`)
  const kept = Buffer.from(await file.arrayBuffer())
  const { id } = keepMedia(state, { accountId, numberId, mimetype, fileName: file.name, fromCustomer: false }, kept)
  return { id }
}

const hashOf = (id: string, expires: string): string =>
  createHmac('sha256', META_APP.secret).update(`${id} ${expires}`).digest('base64url').slice(0, 24)

/** Returns a file's node, with an address that is good for five minutes. */
export function mediaNode(media: Media, origin: string) {
  const ext = String(Math.floor(Date.now() / 1000) + URL_SECONDS)
  const query = new URLSearchParams({ mid: media.id, ext, hash: hashOf(media.id, ext) })
  return {
    messaging_product: 'whatsapp',
    url: `${origin}/simulated/cloud/media/?${query}`,
    mime_type: media.mimetype,
    sha256: media.sha256,
    file_size: media.size,
    id: media.id,
  }
}

/**
 * Answers a file at its address: 401 without a token of its account,
 * 404 when the address is too old.
 */
export function sendMedia({ request, response, url }: Call, state: CloudState): true {
  const [mid, ext, hash] = ['mid', 'ext', 'hash'].map(name => url.searchParams.get(name) ?? '') as [
    string,
    string,
    string,
  ]
  const media = state.media.get(mid)
  const token = state.tokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
  const isGood = media && hash === hashOf(mid, ext) && Number(ext) * 1000 > Date.now()
  const bytes = isGood ? state.files.get(mid) : undefined
  if (!token || token.revoked || (media && !token.accountIds.includes(media.accountId))) response.writeHead(401).end()
  else if (!media || !bytes) response.writeHead(404).end()
  else
    response
      .writeHead(200, {
        'content-type': media.mimetype,
        'content-length': bytes.length,
        'content-disposition': `attachment;filename=${media.id}`,
        'x-content-type-options': 'nosniff',
      })
      .end(bytes)
  return true
}

/** Returns the kept file of an id that a message of the account points at. Throws 100. */
export function requireMedia(state: CloudState, accountId: string, { kind, id }: MediaRef): Media {
  const media = state.media.get(id ?? '')
  if (media?.accountId !== accountId)
    throw new CloudError(100, `Param ${kind}['id'] is not a valid whatsapp business account media attachment ID`)
  return media
}

/**
 * Fetches a link, as Meta does after it accepted the message; returns the file or why it has none.
 */
export async function fetchLink(
  state: CloudState,
  number: { id: string; accountId: string },
  { kind, link }: MediaRef,
): Promise<Media | { code: number; details: string }> {
  const found = await fetch(link!, { signal: AbortSignal.timeout(20_000) }).catch(() => undefined)
  if (!found?.ok)
    return { code: 131053, details: `Downloading media from weblink failed with http code ${found?.status ?? 'none'}` }
  const mimetype = found.headers.get('content-type') ?? 'application/octet-stream'
  const bytes = Buffer.from(await found.arrayBuffer())
  const details = refusalOf(kind, mimetype, bytes.length)
  if (details) return { code: 131053, details }
  const given = { accountId: number.accountId, numberId: number.id, mimetype, fileName: null, fromCustomer: false }
  return keepMedia(state, given, bytes)
}
