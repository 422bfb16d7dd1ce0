import { Parser } from 'htmlparser2'
import { type Block, cleanText, MAX_CHARACTERS } from './block.ts'

/** Elements whose content is no text of the page, or stands on each of its pages. */
const SKIPPED = new Set([
  ...['script', 'style', 'noscript', 'template', 'svg', 'math', 'iframe', 'object', 'head', 'title'],
  ...['nav', 'header', 'footer', 'aside', 'form', 'button', 'select', 'dialog'],
])
/** Elements that are a part of a line; all others end one. */
const INLINE = new Set([
  ...['a', 'abbr', 'b', 'bdi', 'bdo', 'cite', 'code', 'data', 'del', 'dfn', 'em', 'font', 'i', 'img', 'ins', 'kbd'],
  ...['label', 'mark', 'q', 's', 'samp', 'small', 'span', 'strong', 'sub', 'sup', 'time', 'u', 'var', 'wbr'],
])
/** Elements that hold a page's own content: with one of them, the rest of the page is left out. */
const MAIN = new Set(['main', 'article'])
/** Characters in such elements from which on they are taken for the content. */
const MAIN_LENGTH = 200
/**
 * Maximum number of tags: the parser looks through all open ones for each that is closed, so that
 * more of them would keep it busy for minutes.
 */
const MAX_TAGS = 200_000
/** Characters parsed before it is looked again whether a limit is reached. */
const CHUNK_LENGTH = 65_536

export type HtmlText = {
  /** Title in the head, on one line; empty without one. */
  title: string
  blocks: Block[]
}

/** Returns the headings and paragraphs of a page; a row of a table is one paragraph. */
export function readHtml(html: string): HtmlText {
  const blocks: (Block & { isMain: boolean })[] = []
  let title = ''
  let line = ''
  let level = 0
  let skipped = 0
  let inTitle = false
  let inMain = 0
  let inRow = 0
  let tags = 0
  let characters = 0
  const endLine = () => {
    const text = cleanText(line).replace(/\n+/g, ' ')
    if (text !== '') blocks.push({ level, text, isMain: inMain > 0 })
    characters += text.length
    line = ''
  }
  const parser = new Parser(
    {
      onopentag(name) {
        tags += 1
        if (name === 'title') inTitle = title === ''
        if (SKIPPED.has(name)) skipped += 1
        if (skipped > 0 || INLINE.has(name)) return
        if (name === 'td' || name === 'th') {
          if (line.trim() !== '') line += ' | '
          return
        }
        if (inRow > 0 && name !== 'tr') {
          line += ' '
          return
        }
        endLine()
        if (name === 'tr') inRow += 1
        if (MAIN.has(name)) inMain += 1
        if (/^h[1-6]$/.test(name)) level = Number(name[1])
      },
      ontext(text) {
        if (inTitle && title.length < 1000) title += text
        if (skipped === 0) line += text
      },
      onclosetag(name) {
        if (name === 'title') inTitle = false
        if (SKIPPED.has(name)) {
          skipped = Math.max(0, skipped - 1)
          return
        }
        if (skipped > 0 || INLINE.has(name) || name === 'td' || name === 'th') return
        if (name === 'tr') inRow = Math.max(0, inRow - 1)
        if (inRow > 0) return
        endLine()
        if (MAIN.has(name)) inMain = Math.max(0, inMain - 1)
        if (/^h[1-6]$/.test(name)) level = 0
      },
    },
    { decodeEntities: true },
  )
  for (let at = 0; at < html.length && tags <= MAX_TAGS && characters <= MAX_CHARACTERS; at += CHUNK_LENGTH)
    parser.write(html.slice(at, at + CHUNK_LENGTH))
  endLine()
  const main = blocks.filter(({ isMain }) => isMain)
  const kept = main.reduce((sum, { text }) => sum + text.length, 0) >= MAIN_LENGTH ? main : blocks
  return {
    title: cleanText(title).replace(/\s+/g, ' '),
    blocks: kept.map(({ level, text }) => ({ level, text })),
  }
}
