/**
 * Maximum bytes of a file in a multipart form; larger ones go through `uploads` (decision 0017).
 */
export const INLINE_LIMIT = 4_500_000
/** Maximum bytes of a document of the knowledge. */
export const KNOWLEDGE_LIMIT = 10_000_000
/** Maximum bytes of an imported sheet. */
export const SHEET_LIMIT = 20_000_000
/** Maximum bytes of another system's dump, and of the zip with its media. */
export const IMPORT_UPLOAD_LIMIT = 2_000_000_000

/**
 * Prefix of the media bucket under which browsers put attachments before they are sent, followed by
 * their final key. Sending copies an attachment there; files that stay here expire
 * (infra/stacks/data-stack.ts). It also holds the files that jobs offer for a day, and their parts:
 * `uploads/<company>/media/exports/<job>/`.
 */
export const PREPARED_UPLOADS = 'uploads/'
/** Days after which a prepared attachment is deleted. */
export const PREPARED_UPLOADS_DAYS = 2

/**
 * Prefix of the media bucket that the site serves unchanged to anybody (`/public/<company>/…`), for
 * files that customers see. Names are derived from the content, so that a copy kept forever is
 * never wrong.
 */
export const PUBLIC_FILES = 'public/'

/**
 * Media types that browsers show in place without running anything. A file of any other type, also
 * one that a browser may learn in future, is a download of unknown type.
 */
const SHOWN_TYPES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/heif',
  'image/bmp',
  'audio/3gpp',
  'audio/aac',
  'audio/amr',
  'audio/flac',
  'audio/m4a',
  'audio/mp3',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/opus',
  'audio/wav',
  'audio/wave',
  'audio/webm',
  'audio/x-m4a',
  'audio/x-wav',
  'video/3gpp',
  'video/mp4',
  'video/mpeg',
  'video/ogg',
  'video/quicktime',
  'video/webm',
  'application/pdf',
])

const UNKNOWN_TYPE = 'application/octet-stream'

/** Returns a media type without its parameters, in lower case: `image/png` for `Image/PNG; x=y`. */
export const bareMimetype = (mimetype: string): string => (mimetype.split(';')[0] ?? '').trim().toLowerCase()

/** Returns whether a file of this type may be shown in place. */
export const isShown = (mimetype: string): boolean => SHOWN_TYPES.has(bareMimetype(mimetype))

/** Returns the type with which a file is stored and served, whatever its sender called it. */
export const servedType = (mimetype: string): string => (isShown(mimetype) ? bareMimetype(mimetype) : UNKNOWN_TYPE)

/**
 * Folder of files that rows keep to be sent again and again (`<company>/media/kept/…`): they belong
 * to no ticket, so none is deleted with one.
 */
export const KEPT_FILES = 'kept'
export const isKeptFile = (key: string): boolean => key.split('/')[2] === KEPT_FILES
