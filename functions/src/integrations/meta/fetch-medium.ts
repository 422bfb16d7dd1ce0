import { createHash } from 'node:crypto'
import type { MediaKind } from '@balcao/shared/entities/media-kind.ts'
import type { StoredMedia } from '@balcao/shared/events/queues.ts'
import { bareMimetype } from '@balcao/shared/media.ts'
import { readMetaPageSource } from '@balcao/shared/rules/meta-page-media.ts'
import { config } from '../../config.ts'
import { callExternalUrl } from '../outgoing/call-external-url.ts'
import { putObject } from '../storage.ts'
import { attachmentUrl } from './send.ts'

/** Meta's content networks; any other host that an event names is not called. */
const HOSTS = ['fbcdn.net', 'fbsbx.com', 'cdninstagram.com', 'facebook.com', 'instagram.com']

/** Maximum bytes: what Messenger and Instagram allow as an attachment. */
const MAX_BYTES = 26_000_000
const TIMEOUT_MS = 12_000

function isMetas(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url) return false
  if (config().STAGE === 'local' && config().OUTGOING_PRIVATE_HOSTS.includes(url.host)) return true
  return url.protocol === 'https:' && HOSTS.some(host => url.hostname === host || url.hostname.endsWith(`.${host}`))
}

/**
 * Downloads a file from Meta, up to a limit of bytes. Throws when that fails.
 * @param token for a file that Meta gives to its owner only
 */
export async function fetchFromMeta(
  url: string,
  maxBytes = MAX_BYTES,
  token?: string,
): Promise<{ bytes: Buffer; mimetype: string }> {
  if (!isMetas(url)) throw new Error('not an address of Meta’s')
  const { status, headers, body } = await callExternalUrl(
    url,
    { method: 'GET', ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}) },
    { maxBytes, timeoutMs: TIMEOUT_MS },
  )
  if (status !== 200 || body.length === 0) throw new Error(`the content network answered ${status}`)
  return { bytes: body, mimetype: bareMimetype(headers['content-type'] ?? '') || 'application/octet-stream' }
}

/**
 * Stores the media of a metaPage's message in the bucket: from its `source`, else from the address
 * that Meta gives now. The key derives from the message, so a second call writes the same object. A
 * file that cannot be downloaded gets an `error` and keeps its source for the retry.
 * @param whose the company, and the metaPage's token while there is one
 */
export async function storeMetaPageMedia(
  media: StoredMedia,
  whose: { companyId: string; connectionId: string; token: string | undefined },
): Promise<StoredMedia> {
  const failed: StoredMedia = { ...media, error: 'ERR_WAPP_DOWNLOAD_MEDIA' }
  const source = media.source ? readMetaPageSource(media.source) : undefined
  if (!source) return failed
  const found = await fetchFromMeta(source.url).catch(async () => {
    if (!whose.token) return undefined
    const url = await attachmentUrl(source.mid, source.nth, whose.token).catch(() => undefined)
    return url && url !== source.url ? fetchFromMeta(url).catch(() => undefined) : undefined
  })
  if (!found) return failed
  const name = createHash('sha256')
    .update(`${whose.connectionId}|${source.mid}|${source.nth}`)
    .digest('hex')
    .slice(0, 32)
  const key = `${whose.companyId}/media/${name}`
  await putObject(key, found.bytes, found.mimetype)
  const { error: _, ...rest } = media
  return { ...rest, key, mimetype: found.mimetype, kind: kindOf(media.kind, found.mimetype), size: found.bytes.length }
}

/**
 * Returns the actual kind, which may differ from the declared one: a mention of a story is a
 * picture or a video.
 */
function kindOf(called: MediaKind, mimetype: string): MediaKind {
  if (called === 'application') return called
  for (const kind of ['image', 'audio', 'video'] as const) if (mimetype.startsWith(`${kind}/`)) return kind
  return called
}
