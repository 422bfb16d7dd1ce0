import { type Block, cleanText } from './block.ts'

/** Maximum characters of a line that is taken for a heading. */
const HEADING_LENGTH = 80
/** Rank of a heading that only its form shows: below those of Markdown. */
const FORM_LEVEL = 7

/** Returns whether a paragraph looks like a heading: one short line without punctuation. */
const looksLikeHeading = (text: string): boolean =>
  text.length <= HEADING_LENGTH && /^[\p{Lu}\p{N}][^\n,;:]*[\p{L}\p{N})]$/u.test(text)

/** Returns the headings and paragraphs of a plain text, with Markdown's headings. */
export function readText(text: string): Block[] {
  const paragraphs = cleanText(text)
    .replace(/^(#{1,6} .+)$/gm, '\n\n$1\n\n')
    .split(/\n{2,}/)
    .map(paragraph => paragraph.trim())
    .filter(paragraph => paragraph !== '')
  return paragraphs.map((paragraph, i): Block => {
    const [, marks, title] = /^(#{1,6}) (.+)$/.exec(paragraph) ?? []
    if (marks && title) return { level: marks.length, text: title.replace(/ #+$/, '') }
    const next = paragraphs[i + 1]
    const isHeading = next !== undefined && !looksLikeHeading(next) && looksLikeHeading(paragraph)
    return { level: isHeading ? FORM_LEVEL : 0, text: paragraph }
  })
}
