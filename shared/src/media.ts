/**
 * Maximum bytes of a file in a multipart form; larger ones go through `uploads` (decision 0017).
 */
export const INLINE_LIMIT = 4_500_000
/** Bytes of a sheet that is imported. */
export const SHEET_LIMIT = 20_000_000

/**
 * Prefix of the media bucket under which browsers put attachments before they are sent: below it the key they are kept
 * under. Sending copies an attachment there; what stays here expires (infra/stacks/data-stack.ts).
 * So do the files that jobs offer for a day, and what they are made of: `uploads/<company>/media/exports/<job>/`.
 */
export const PREPARED_UPLOADS = 'uploads/'
/** Days after which a prepared attachment is gone. */
export const PREPARED_UPLOADS_DAYS = 2

/**
 * Prefix of the media bucket that the site serves as it is, to anybody (`/public/<company>/…`): what customers are shown. Names are made
 * of the content, so that a copy kept for ever is never wrong.
 */
export const PUBLIC_FILES = 'public/'

/**
 * What browsers show in place and run nothing of: exactly these. Whatever else somebody calls a file, also a type a
 * browser may come to know, is a download of unknown type.
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

/** A media type without its parameters, lower case: `image/png` of `Image/PNG; x=y`. */
export const bareMimetype = (mimetype: string): string => (mimetype.split(';')[0] ?? '').trim().toLowerCase()

/** Whether a file of this type may be shown in place. */
export const isShown = (mimetype: string): boolean => SHOWN_TYPES.has(bareMimetype(mimetype))

/** The type a file is stored and served with, whatever its sender called it. */
export const servedType = (mimetype: string): string => (isShown(mimetype) ? bareMimetype(mimetype) : UNKNOWN_TYPE)

/** The folder of files that rows keep to be sent again and again (`<company>/media/kept/…`): no ticket's, so none goes with a ticket. */
export const KEPT_FILES = 'kept'
export const isKeptFile = (key: string): boolean => key.split('/')[2] === KEPT_FILES
