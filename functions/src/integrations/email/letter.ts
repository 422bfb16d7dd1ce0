/** What an e-mail says, as text and as HTML with the same words: no pictures, no links, nothing fetched from anywhere. */
export type Letter = { subject: string; text: string; html: string }

/** A sentence or two; `code` stands alone, large, to be typed off. */
type Paragraph = string | { code: string }

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, sign => ESCAPES[sign]!)

/** One line without control characters: names are what people typed. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()

const plain = (paragraph: Paragraph): string => (typeof paragraph === 'string' ? paragraph : paragraph.code)

const marked = (paragraph: Paragraph): string =>
  typeof paragraph === 'string'
    ? `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`
    : `<p style="margin:0 0 16px;font:600 24px/1.4 monospace;letter-spacing:2px">${escapeHtml(paragraph.code)}</p>`

/** A letter of paragraphs, in `language` for those who have it read to them. */
export function letterOf(language: string, subject: string, paragraphs: readonly Paragraph[]): Letter {
  const body = paragraphs.map(marked).join('')
  return {
    subject: oneLine(subject),
    text: `${paragraphs.map(plain).join('\n\n')}\n`,
    html:
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(oneLine(subject))}</title></head>` +
      `<body style="margin:0;padding:24px;font:16px/1.5 sans-serif"><div style="max-width:560px">${body}</div></body></html>`,
  }
}
