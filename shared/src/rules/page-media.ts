/** Where a medium of a page's message is fetched from, as it waits in `StoredMedia.source`. */
type PageMedia = {
  /** At Meta's content network; good for some days. */
  url: string
  /** The message, by which Meta tells another address. */
  mid: string
  /** Which of its attachments. */
  nth: number
}

const PREFIX = 'meta:'

export const isPageSource = (source: string | undefined): source is string => source?.startsWith(PREFIX) ?? false

export const pageSource = (media: PageMedia): string => `${PREFIX}${JSON.stringify(media)}`

/** Undefined when it is none. */
export function readPageSource(source: string): PageMedia | undefined {
  if (!isPageSource(source)) return undefined
  try {
    const { url, mid, nth } = JSON.parse(source.slice(PREFIX.length)) as Partial<PageMedia>
    if (typeof url !== 'string' || typeof mid !== 'string' || typeof nth !== 'number') return undefined
    return { url, mid, nth }
  } catch {
    return undefined
  }
}
