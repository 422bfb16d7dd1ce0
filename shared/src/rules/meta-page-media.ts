/** Source of the media of a metaPage's message, as stored in `StoredMedia.source`. */
type MetaPageMedia = {
  /** URL at Meta's content network; valid for some days. */
  url: string
  /** Id of the message, for which Meta returns a new URL. */
  mid: string
  /** Index of the attachment. */
  nth: number
}

const PREFIX = 'meta:'

export const isMetaPageSource = (source: string | undefined): source is string => source?.startsWith(PREFIX) ?? false

export const metaPageSource = (media: MetaPageMedia): string => `${PREFIX}${JSON.stringify(media)}`

/** Reads a source; returns undefined if it is none. */
export function readMetaPageSource(source: string): MetaPageMedia | undefined {
  if (!isMetaPageSource(source)) return undefined
  try {
    const { url, mid, nth } = JSON.parse(source.slice(PREFIX.length)) as Partial<MetaPageMedia>
    if (typeof url !== 'string' || typeof mid !== 'string' || typeof nth !== 'number') return undefined
    return { url, mid, nth }
  } catch {
    return undefined
  }
}
