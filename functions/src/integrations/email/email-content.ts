/**
 * Content of an e-mail, as text and as HTML with the same words: no pictures, nothing loaded from
 * elsewhere, and only links to our own screens.
 */
export type EmailContent = { subject: string; text: string; html: string }

/**
 * A sentence or two; `code` stands alone and large, to be typed; `link` is a button with its
 * address below, to be copied.
 */
type Paragraph = string | { code: string } | { link: string; label: string }

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, sign => ESCAPES[sign]!)

/** Removes line breaks and control characters: names are user input. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()

function plain(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return paragraph
  return 'code' in paragraph ? paragraph.code : `${paragraph.label}: ${paragraph.link}`
}

/** A mail program without buttons shows a link. */
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

/** Returns an e-mail of paragraphs; screen readers use its `language`. */
export function emailContent(language: string, subject: string, paragraphs: readonly Paragraph[]): EmailContent {
  const body = paragraphs.map(marked).join('')
  return {
    subject: oneLine(subject),
    text: `${paragraphs.map(plain).join('\n\n')}\n`,
    html:
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(oneLine(subject))}</title></head>` +
      `<body style="margin:0;padding:24px;font:16px/1.5 sans-serif"><div style="max-width:560px">${body}</div></body></html>`,
  }
}
