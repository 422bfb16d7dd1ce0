/** What an e-mail says, as text and as HTML with the same words: no pictures, nothing fetched from anywhere, and no link but to our own pages. */
export type Letter = { subject: string; text: string; html: string }

/** A sentence or two; `code` stands alone, large, to be typed off; `link` is a button, below which its address stands to be copied. */
type Paragraph = string | { code: string } | { link: string; label: string }

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, sign => ESCAPES[sign]!)

/** One line without control characters: names are what people typed. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()

function plain(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return paragraph
  return 'code' in paragraph ? paragraph.code : `${paragraph.label}: ${paragraph.link}`
}

/** A mail program that knows no button shows a link. */
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#0f5f57;color:#ffffff;text-decoration:none'

function marked(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`
  if ('code' in paragraph)
    return `<p style="margin:0 0 16px;font:600 24px/1.4 monospace;letter-spacing:2px">${escapeHtml(paragraph.code)}</p>`
  const href = escapeHtml(paragraph.link)
  return (
    `<p style="margin:0 0 16px"><a href="${href}" style="${BUTTON}">${escapeHtml(paragraph.label)}</a></p>` +
    `<p style="margin:0 0 16px;font-size:13px;word-break:break-all">${href}</p>`
  )
}

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
