/**
 * Draws pages of text, lines and paths as a PDF, with the characters of the standard fonts of every
 * reader. Fetched with the first PDF.
 */
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib'

/** Page size, A4, and margin, in points; text is between the margins. */
const WIDTH = 595.28
const HEIGHT = 841.89
export const MARGIN = 44
export const RIGHT = WIDTH - MARGIN
/** Lowest position of text, points; only the page's number stands below. */
const BOTTOM = MARGIN + 22

export const LINE = 15
export const SIZE = 10

const ink = rgb(0.13, 0.13, 0.13)
export const soft = rgb(0.4, 0.4, 0.4)
const rule = rgb(0.82, 0.82, 0.82)

type Fonts = Record<'plain' | 'bold', PDFFont> & { signs: ReadonlySet<number> }
type Style = { size?: number; bold?: boolean; color?: typeof ink }

/** Opens an empty page of a document with this title and date. */
export async function openPaper(title: string, at: Date): Promise<Paper> {
  const document = await PDFDocument.create()
  document.setTitle(title)
  document.setCreator('Balcão')
  document.setCreationDate(at)
  document.setModificationDate(at)
  const plain = await document.embedFont(StandardFonts.Helvetica)
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  return new Paper(document, { plain, bold, signs: new Set(plain.getCharacterSet()) })
}

/** Page writer that goes from the top down. */
export class Paper {
  private readonly document: PDFDocument
  private readonly fonts: Fonts
  private page: PDFPage
  /** Baseline of the next line, points. */
  y = HEIGHT - MARGIN

  constructor(document: PDFDocument, fonts: Fonts) {
    this.document = document
    this.fonts = fonts
    this.page = document.addPage([WIDTH, HEIGHT])
  }

  down(by: number) {
    this.y -= by
  }

  /**
   * Begins a new page when this line, with `below` points after it, does not fit above the foot.
   * Returns whether it did.
   */
  need(below = 0): boolean {
    if (this.y - below >= BOTTOM) return false
    this.page = this.document.addPage([WIDTH, HEIGHT])
    this.y = HEIGHT - MARGIN - LINE
    return true
  }

  widthOf(text: string, { size = SIZE, bold }: Style = {}): number {
    return this.fonts[bold ? 'bold' : 'plain'].widthOfTextAtSize(this.plain(text), size)
  }

  /** Writes a text from `left`, at most `width` wide. */
  left(text: string, left: number, width: number, style: Style = {}) {
    this.put(this.cut(text, width, style), left, style)
  }

  /** Writes a text that ends at `right`. */
  right(text: string, right: number, style: Style = {}) {
    this.put(this.plain(text), right - this.widthOf(text, style), style)
  }

  /** Writes a text in as many lines as it needs, broken between words where possible. */
  broken(text: string, left: number, width: number, style: Style & { size: number }) {
    for (let rest = this.plain(text); rest !== ''; ) {
      let end = rest.length
      while (end > 1 && this.widthOf(rest.slice(0, end), style) > width) end--
      const space = end < rest.length ? rest.lastIndexOf(' ', end) : -1
      if (space > 0) end = space
      this.put(rest.slice(0, end), left, style)
      rest = rest.slice(end).trimStart()
      if (rest !== '') this.down(style.size + 3)
    }
  }

  rule(below = 6) {
    const y = this.y - below
    this.page.drawLine({ start: { x: MARGIN, y }, end: { x: RIGHT, y }, thickness: 0.6, color: rule })
  }

  /** Draws a path of `side` units `size` points wide, its upper left corner at `left` and `top`. */
  path(path: string, side: number, left: number, top: number, size: number) {
    this.page.drawSvgPath(path, { x: left, y: top, scale: size / side, color: ink })
  }

  /** Returns the file; `numbered` returns the text at the foot of each page. */
  async save(numbered: (page: number, pages: number) => string): Promise<Uint8Array<ArrayBuffer>> {
    const pages = this.document.getPages()
    for (const [i, page] of pages.entries()) {
      this.page = page
      this.y = MARGIN
      this.right(numbered(i + 1, pages.length), RIGHT, { size: 8, color: soft })
    }
    return (await this.document.save()) as Uint8Array<ArrayBuffer>
  }

  private put(text: string, x: number, { size = SIZE, bold, color = ink }: Style) {
    this.page.drawText(text, { x, y: this.y, size, font: this.fonts[bold ? 'bold' : 'plain'], color })
  }

  private cut(text: string, width: number, style: Style): string {
    const whole = this.plain(text)
    if (this.widthOf(whole, style) <= width) return whole
    let end = whole.length - 1
    while (end > 0 && this.widthOf(`${whole.slice(0, end)}…`, style) > width) end--
    return `${whole.slice(0, end).trimEnd()}…`
  }

  /**
   * Returns a text in the characters of the standard fonts, which cover the languages of Western
   * Europe; any other character becomes its plain letter, or is removed.
   */
  private plain(text: string): string {
    const has = (sign: string) => this.fonts.signs.has(sign.codePointAt(0)!)
    return [...text.normalize('NFC').replace(/\s+/gu, ' ')]
      .map(sign => (has(sign) ? sign : [...sign.normalize('NFKD')].filter(has).join('')))
      .join('')
      .trim()
  }
}
