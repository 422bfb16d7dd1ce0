/** Small documents of each kind, made for tests. */
import { endOfArchive, wholeEntry } from '../src/integrations/zip.ts'

/** A line of a page: its height and its place above the page's foot, in points. */
export type PdfLine = { size: number; text: string; y: number }

/** Returns the text of a PDF's page, as lines below each other; a line with `# ` is a heading. */
export const pdfPage = (lines: readonly string[]): PdfLine[] =>
  lines.map((text, i) => ({
    size: text.startsWith('# ') ? 18 : 11,
    text: text.replace(/^# /, ''),
    y: 780 - i * 14 - lines.slice(0, i + 1).filter(line => line.startsWith('# ')).length * 14,
  }))

/**
 * Returns a PDF of these pages (PDF 1.4, ISO 32000-1 §7.5).
 * @param streamOf makes the content of a page from its operators
 */
export function pdfOf(
  pages: readonly (readonly PdfLine[])[],
  streamOf = (body: Buffer): { body: Buffer; filter?: string } => ({ body }),
): Buffer {
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')
  const objects: Buffer[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ].map(text => Buffer.from(text))
  for (const [i, lines] of pages.entries()) {
    const operators = lines.map(
      ({ size, text, y }) => `/F1 ${size} Tf 1 0 0 1 72 ${y} Tm (${text.replace(/[()\\]/g, '\\$&')}) Tj`,
    )
    const { body, filter } = streamOf(Buffer.from(`BT\n${operators.join('\n')}\nET`, 'latin1'))
    const resources = '/MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >>'
    objects.push(Buffer.from(`<< /Type /Page /Parent 2 0 R ${resources} /Contents ${5 + 2 * i} 0 R >>`))
    const head = `<< /Length ${body.length}${filter ? ` /Filter /${filter}` : ''} >>\nstream\n`
    objects.push(Buffer.concat([Buffer.from(head), body, Buffer.from('\nendstream')]))
  }
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const places: number[] = []
  let size = parts[0]!.length
  for (const [i, object] of objects.entries()) {
    places.push(size)
    const part = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    parts.push(part)
    size += part.length
  }
  const rows = places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${size}\n%%EOF`,
    ),
  )
  return Buffer.concat(parts)
}

/** Returns a zip archive of these files. */
export function zipOf(files: Readonly<Record<string, Buffer | string>>): Buffer {
  const bodies: Buffer[] = []
  const lines: Buffer[] = []
  let size = 0
  for (const [name, content] of Object.entries(files)) {
    const { body, line } = wholeEntry(name, Buffer.from(content as string), size, new Date(0), true)
    bodies.push(body)
    lines.push(line)
    size += body.length
  }
  const directory = Buffer.concat(lines)
  return Buffer.concat([...bodies, directory, endOfArchive(lines.length, directory.length, size)])
}

const NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

/** Returns a paragraph of a Word document; `# ` makes it a heading. */
export const docxParagraph = (text: string): string => {
  const [, marks = '', words = text] = /^(#+) (.*)$/.exec(text) ?? []
  const style = marks ? `<w:pPr><w:pStyle w:val="Heading${marks.length}"/></w:pPr>` : ''
  return `<w:p>${style}<w:r><w:t xml:space="preserve">${words}</w:t></w:r></w:p>`
}

/** Returns the parts of a Word document with this body (ECMA-376, part 1, §11). */
export const docxParts = (body: string, prolog = ''): Record<string, string> => ({
  '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${TYPES}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
  'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
  'word/styles.xml': `<?xml version="1.0"?><w:styles ${NAMESPACE}>${[1, 2].map(level => `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`).join('')}</w:styles>`,
  'word/document.xml': `<?xml version="1.0"?>${prolog}<w:document ${NAMESPACE}><w:body>${body}</w:body></w:document>`,
})
