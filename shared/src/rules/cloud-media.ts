/** Source of the media of a cloud number's message, as stored in `StoredMedia.source`. */
const PREFIX = 'cloud:'

/** Ids of media at Meta: digits, of which one has about sixteen. */
const MEDIA_ID = /^\d{1,40}$/

export const isCloudSource = (source: string | undefined): source is string => source?.startsWith(PREFIX) ?? false

export const cloudSource = (mediaId: string): string => `${PREFIX}${mediaId}`

/** Returns the media's id at Meta; undefined if the source is none of a cloud number. */
export function cloudMediaIdOf(source: string | undefined): string | undefined {
  if (!isCloudSource(source)) return undefined
  const id = source.slice(PREFIX.length)
  return MEDIA_ID.test(id) ? id : undefined
}
