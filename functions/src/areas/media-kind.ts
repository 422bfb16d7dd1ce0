import { MEDIA_LIMITS } from '@balcao/shared/api/tickets/messages.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { bareMimetype } from '@balcao/shared/media.ts'

export type SentKind = keyof typeof MEDIA_LIMITS

/** Images that phones show; others are sent as documents. */
const IMAGES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])
/** Types that a browser would run when opened: never accepted. */
const ACTIVE_TYPES =
  /^(text\/html|application\/xhtml\+xml|image\/svg\+xml|multipart\/related|text\/xml|application\/xml)$/
const ACTIVE_NAMES = /\.(x?html?|xht|svgz?|mhtml?|hta)$/i

/**
 * Returns the kind a file is sent as.
 * @throws ERR_UPLOAD_TYPE
 */
export function kindOf(mimetype: string, fileName: string): SentKind {
  const type = bareMimetype(mimetype)
  if (ACTIVE_TYPES.test(type) || ACTIVE_NAMES.test(fileName)) throw new AppError('ERR_UPLOAD_TYPE')
  if (IMAGES.has(type)) return 'image'
  if (type.startsWith('audio/')) return 'audio'
  return type.startsWith('video/') ? 'video' : 'application'
}

/**
 * Requires a size within the limit of its kind.
 * @throws ERR_UPLOAD_TOO_LARGE
 */
export function assertSize(kind: SentKind, size: number): void {
  if (size > MEDIA_LIMITS[kind]) throw new AppError('ERR_UPLOAD_TOO_LARGE')
}

/** First bytes of a file that show its type. */
export const MAGIC_BYTES = 512

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, Math.min(to, bytes.length)))

const SOUND_AND_FILM = ['ID3', 'OggS', 'fLaC', '#!AMR', '\x1aE\xdf\xa3', 'MThd', 'FORM']

/**
 * Returns the family of the content itself; undefined for content without a signature (texts, most
 * documents).
 */
function familyOf(bytes: Uint8Array): 'image' | 'sound or film' | 'active' | undefined {
  const head = ascii(bytes, 0, 12)
  if (head.startsWith('\xff\xd8\xff') || head.startsWith('\x89PNG') || head.startsWith('GIF8')) return 'image'
  if (head.startsWith('RIFF')) return head.endsWith('WEBP') ? 'image' : 'sound or film'
  const frame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0
  if (frame || SOUND_AND_FILM.some(mark => head.startsWith(mark))) return 'sound or film'
  if (ascii(bytes, 4, 8) === 'ftyp') return 'sound or film'
  const text = ascii(bytes, 0, MAGIC_BYTES)
    .replace(/^\xef\xbb\xbf/, '')
    .replace(/^(\s|<\?xml[^>]*>|<!--[\s\S]*?-->)+/, '')
  return /^<(!doctype\s+(html|svg)|html|svg|script|body|iframe)\b/i.test(text) ? 'active' : undefined
}

/**
 * Requires that the content matches its declared kind; what a browser would run is refused under
 * any name.
 * @throws ERR_UPLOAD_TYPE
 */
export function assertContent(kind: SentKind, bytes: Uint8Array): void {
  const family = familyOf(bytes)
  const fits = kind === 'application' ? family !== 'active' : family === (kind === 'image' ? 'image' : 'sound or film')
  if (!fits) throw new AppError('ERR_UPLOAD_TYPE')
}
