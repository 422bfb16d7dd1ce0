/** First bytes of a page in which it may name its encoding (HTML standard §4.2.5.4). */
const ENCODING_BYTES = 1024

const labelIn = (text: string): string | undefined => /charset\s*=\s*["']?([\w:.-]+)/i.exec(text)?.[1]

/** Returns the encoding that a content type names, else the `meta` of a page; undefined without. */
export const declaredCharset = (contentType: string, page?: Uint8Array): string | undefined =>
  labelIn(contentType) ?? (page && labelIn(Buffer.from(page.subarray(0, ENCODING_BYTES)).toString('latin1')))
