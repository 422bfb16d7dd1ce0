import { createHash } from 'node:crypto'
import type { StoredMedia } from '@balcao/shared/events/queues.ts'
import { cloudMediaIdOf } from '@balcao/shared/rules/cloud-media.ts'
import { z } from 'zod'
import { putObject } from '../../storage.ts'
import { fetchFromMeta } from '../fetch-medium.ts'
import { callGraph } from '../graph.ts'

/** Maximum bytes: the largest file that WhatsApp lets people send (Cloud API, "Media"). */
const MAX_BYTES = 100_000_000

const Medium = z.object({ url: z.string(), mime_type: z.string().nullish(), sha256: z.string().nullish() })

/**
 * Stores the media of a cloud number's message in the bucket: Meta gives an address for it, valid
 * for five minutes, and the file only to the token. The key derives from the media's id, so a
 * second call writes the same object. A file that cannot be downloaded gets an `error` and keeps
 * its source for the retry; Meta keeps media for 30 days.
 * @param whose the company, and the number's token while there is one
 */
export async function storeCloudMedia(
  media: StoredMedia,
  whose: { companyId: string; connectionId: string; token: string | undefined },
): Promise<StoredMedia> {
  const failed: StoredMedia = { ...media, error: 'ERR_WAPP_DOWNLOAD_MEDIA' }
  const id = cloudMediaIdOf(media.source)
  const found = id && whose.token ? await download(id, whose.token).catch(() => undefined) : undefined
  if (!id || !found) return failed
  const name = createHash('sha256').update(`${whose.connectionId}|${id}`).digest('hex').slice(0, 32)
  const key = `${whose.companyId}/media/${name}`
  const mimetype = found.mimetype === 'application/octet-stream' ? media.mimetype : found.mimetype
  await putObject(key, found.bytes, mimetype)
  const { error: _, ...rest } = media
  return { ...rest, key, mimetype, size: found.bytes.length }
}

/** Throws when the file is out of reach, or is not the one that Meta describes. */
async function download(id: string, token: string): Promise<{ bytes: Buffer; mimetype: string }> {
  const { url, sha256 } = await callGraph(id, Medium, { token })
  const found = await fetchFromMeta(url, MAX_BYTES, token)
  const digest = createHash('sha256').update(found.bytes)
  if (sha256 && ![digest.copy().digest('hex'), digest.digest('base64')].includes(sha256))
    throw new Error('the file is not the one that Meta describes')
  return found
}
