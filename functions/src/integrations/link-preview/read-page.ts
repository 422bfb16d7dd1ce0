import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { Parser } from 'htmlparser2'
import { declaredCharset } from '../outgoing/declared-charset.ts'

/** Facts that a page states about itself. */
export type PageFacts = {
  /** Empty without one. */
  title: string
  description: string
  /** Address of its picture, as the page writes it. */
  picture: string | null
}

const TITLE_LENGTH = 200
const TEXT_LENGTH = 300
/** Maximum characters of the address of a picture. */
const ADDRESS_LENGTH = 2048

/**
 * Maximum number of tags in a head: the parser looks through all open ones for each that is closed,
 * so that many of them would keep it busy for seconds.
 */
const MAX_TAGS = 2000
/** Characters parsed before it is looked again whether the head is over. */
const CHUNK_LENGTH = 16_384

/** Names of a `meta` in the order in which they count. */
const TITLES = ['og:title', 'twitter:title']
const TEXTS = ['og:description', 'twitter:description', 'description']
const PICTURES = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src']

/**
 * Reads title, description and picture in the head of a page (Open Graph, Twitter, HTML). What
 * stands in its body was perhaps written by others, and is not read. A page that asks search
 * engines not to quote it, or not to show its pictures, is not quoted or not shown.
 */
export function readPage(bytes: Uint8Array, contentType: string): PageFacts {
  const named = new Map<string, string>()
  let title = ''
  let inTitle = false
  let ended = false
  let tags = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (ended) return
        tags += 1
        if (name === 'body' || tags > MAX_TAGS) ended = true
        else if (name === 'title') inTitle = title === ''
        else if (name === 'meta') {
          const key = (attributes.property ?? attributes.name ?? '').trim().toLowerCase()
          // The first one counts.
          if (key && attributes.content && !named.has(key)) named.set(key, attributes.content)
        }
      },
      ontext(text) {
        // Far beyond every title that is shown.
        if (inTitle && !ended && title.length < 10_000) title += text
      },
      onclosetag(name) {
        if (name === 'title') inTitle = false
        else if (name === 'head') ended = true
      },
    },
    { decodeEntities: true },
  )
  const html = decoded(bytes, contentType)
  for (let at = 0; at < html.length && !ended; at += CHUNK_LENGTH) parser.write(html.slice(at, at + CHUNK_LENGTH))
  const first = (names: readonly string[]) => names.map(name => clean(named.get(name) ?? '')).find(Boolean) ?? ''
  const robots = (named.get('robots') ?? '').toLowerCase()
  const picture = PICTURES.map(name => named.get(name)?.trim()).find(Boolean)
  return {
    title: cutText(first(TITLES) || clean(title), TITLE_LENGTH, '…'),
    description: /\b(?:nosnippet|none)\b/.test(robots) ? '' : cutText(first(TEXTS), TEXT_LENGTH, '…'),
    picture: picture && picture.length <= ADDRESS_LENGTH && !/\b(?:noimageindex|none)\b/.test(robots) ? picture : null,
  }
}

/**
 * Returns a text on one line, without control characters and without signs that turn its direction.
 */
const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** Returns the page's text by the encoding of its header, of its `meta`, or as UTF-8. */
function decoded(bytes: Uint8Array, contentType: string): string {
  try {
    return new TextDecoder(declaredCharset(contentType, bytes) ?? 'utf-8').decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
