/**
 * Limits of files that a cloud number may send (Meta's Cloud API, *Media*, Supported media types,
 * Graph API v23.0, read on 2026-11-28). Pure: the server checks before it stores a file, the web
 * before it uploads one.
 */
import type { MediaKind } from '../entities/media-kind.ts'
import { bareMimetype } from '../media.ts'
import { ownValue } from './own-value.ts'

/** Errors of files that exceed a limit; each names it. */
export const CLOUD_MEDIA_ERRORS = [
  ...(['ERR_CLOUD_IMAGE', 'ERR_CLOUD_AUDIO', 'ERR_CLOUD_VIDEO'] as const),
  ...(['ERR_CLOUD_DOCUMENT', 'ERR_CLOUD_STICKER'] as const),
] as const

type Limit = {
  maxBytes: number
  /** Types that are accepted; absent if all are. */
  types?: readonly string[]
  error: (typeof CLOUD_MEDIA_ERRORS)[number]
}

const MB = 2 ** 20

export const CLOUD_MEDIA_LIMITS: Readonly<Record<MediaKind, Limit>> = {
  image: { maxBytes: 5 * MB, types: ['image/jpeg', 'image/png'], error: 'ERR_CLOUD_IMAGE' },
  audio: {
    maxBytes: 16 * MB,
    types: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
    error: 'ERR_CLOUD_AUDIO',
  },
  video: { maxBytes: 16 * MB, types: ['video/mp4', 'video/3gpp'], error: 'ERR_CLOUD_VIDEO' },
  application: { maxBytes: 100 * MB, error: 'ERR_CLOUD_DOCUMENT' },
  sticker: { maxBytes: 500 * 1024, types: ['image/webp'], error: 'ERR_CLOUD_STICKER' },
}

/** Other names of types that are accepted. */
const SAME: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'audio/mp3': 'audio/mpeg',
  'audio/m4a': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'audio/opus': 'audio/ogg',
}

/** Returns a type under the name that Meta knows. */
export function cloudMimetype(mimetype: string): string {
  const bare = bareMimetype(mimetype)
  return ownValue(SAME, bare) ?? bare
}

/** Returns the code of the error that names the limit a file exceeds; null if it may be sent. */
export function cloudMediaProblem({
  kind,
  mimetype,
  size,
}: {
  kind: MediaKind
  mimetype: string
  /** Size in bytes, if it is known. */
  size?: number | undefined
}): Limit['error'] | null {
  const { maxBytes, types, error } = CLOUD_MEDIA_LIMITS[kind]
  const isType = !types || types.includes(cloudMimetype(mimetype))
  return isType && (size ?? 0) <= maxBytes ? null : error
}
