import type { Budget } from '@balcao/shared/entities/budget.ts'
import i18next from 'i18next'
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib'
import { formatDate, formatTime } from '#/lib/format.ts'
import { placeLines } from './place-lines.ts'
import { qrPath } from './qr-path.tsx'

/** A4, in points; text stands between the margins. */
const WIDTH = 595.28
const HEIGHT = 841.89
const MARGIN = 44
const RIGHT = WIDTH - MARGIN
/** Nothing but the page's number stands below. */
const BOTTOM = MARGIN + 22

const LINE = 15
const SIZE = 10
const QR = 116

const ink = rgb(0.13, 0.13, 0.13)
const soft = rgb(0.4, 0.4, 0.4)
const rule = rgb(0.82, 0.82, 0.82)

/** Right edges of the numbers of a line; the name has what is left of them. */
const AMOUNT = RIGHT - 190
const PRICE = RIGHT - 96

type Fonts = Record<'plain' | 'bold', PDFFont> & { signs: ReadonlySet<number> }
type Style = { size?: number; bold?: boolean; color?: typeof ink }

/** Customers read the order in Portuguese, as the server writes its text, whatever the attendant's screen speaks. */
const texts = () => i18next.getFixedT('pt', 'budgets')

const formatMoney = (reais: number): string =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(reais)

/** What the file is called: `pedido-42.pdf`. */
export const pdfName = ({ number }: Pick<Budget, 'number'>): string => texts()('pdf.file', { number })

/**
 * An order on paper, in Portuguese: store, customer, lines, sums, payments, delivery, and the Pix code as a
 * QR code and as text when it is given. Long orders go over as many pages as they need; a name too long for its column is cut.
 */
export async function orderPdf(order: Budget, pix: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const t = texts()
  const document = await PDFDocument.create()
  document.setTitle(t('order', { number: order.number }))
  document.setCreator('Balcão')
  document.setCreationDate(new Date(order.updatedAt))
  document.setModificationDate(new Date(order.updatedAt))
  const plain = await document.embedFont(StandardFonts.Helvetica)
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  const paper = new Paper(document, { plain, bold, signs: new Set(plain.getCharacterSet()) })

  heading(paper, order)
  lines(paper, order)
  sums(paper, order)
  payments(paper, order)
  delivery(paper, order)
  if (pix !== null) pixBlock(paper, pix)
  paper.numberPages()
  return (await document.save()) as Uint8Array<ArrayBuffer>
}

/** Pages that are written from the top down. */
class Paper {
  private readonly document: PDFDocument
  private readonly fonts: Fonts
  private page: PDFPage
  /** The base of the line that is written next. */
  y = HEIGHT - MARGIN

  constructor(document: PDFDocument, fonts: Fonts) {
    this.document = document
    this.fonts = fonts
    this.page = document.addPage([WIDTH, HEIGHT])
  }

  down(by: number) {
    this.y -= by
  }

  /** Begins a new page when this line, or so much below it, would not stand above the foot. Answers whether it did. */
  need(below = 0): boolean {
    if (this.y - below >= BOTTOM) return false
    this.page = this.document.addPage([WIDTH, HEIGHT])
    this.y = HEIGHT - MARGIN - LINE
    return true
  }

  widthOf(text: string, { size = SIZE, bold }: Style = {}): number {
    return this.fonts[bold ? 'bold' : 'plain'].widthOfTextAtSize(this.plain(text), size)
  }

  /** Writes from `left` on, at most `width` wide. */
  left(text: string, left: number, width: number, style: Style = {}) {
    this.put(this.cut(text, width, style), left, style)
  }

  /** Writes so that it ends at `right`. */
  right(text: string, right: number, style: Style = {}) {
    this.put(this.plain(text), right - this.widthOf(text, style), style)
  }

  /** Writes in as many lines as it needs, broken between words where there are any. */
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

  /** A path of `side` units drawn `size` points wide, its upper left corner at `left` and `top`. */
  path(path: string, side: number, left: number, top: number, size: number) {
    this.page.drawSvgPath(path, { x: left, y: top, scale: size / side, color: ink })
  }

  numberPages() {
    const pages = this.document.getPages()
    for (const [i, page] of pages.entries()) {
      this.page = page
      this.y = MARGIN
      this.right(texts()('pdf.page', { page: i + 1, pages: pages.length }), RIGHT, { size: 8, color: soft })
    }
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
   * A text in the signs of the fonts every reader has, which are those of the languages of Western Europe; a sign they do not
   * have becomes its plain letter, or goes.
   */
  private plain(text: string): string {
    const has = (sign: string) => this.fonts.signs.has(sign.codePointAt(0)!)
    return [...text.normalize('NFC').replace(/\s+/gu, ' ')]
      .map(sign => (has(sign) ? sign : [...sign.normalize('NFKD')].filter(has).join('')))
      .join('')
      .trim()
  }
}

function heading(paper: Paper, order: Budget) {
  const t = texts()
  const number = t('order', { number: order.number })
  const big = { size: 16, bold: true }
  paper.down(big.size)
  paper.right(number, RIGHT, big)
  paper.left(order.store.name, MARGIN, RIGHT - MARGIN - paper.widthOf(number, big) - 24, big)
  paper.down(18)
  paper.right(`${formatDate(order.emissionDate)} ${formatTime(order.emissionDate)}`, RIGHT, { color: soft })
  const status = order.canceledAt !== null ? t('canceled') : order.statusBudGet?.name
  if (status) paper.left(status, MARGIN, 300, order.canceledAt !== null ? { bold: true } : { color: soft })
  paper.rule(8)
  paper.down(26)
  pair(paper, t('pdf.customer'), order.customer.fullName)
  pair(paper, t('pdf.seller'), order.user.name)
}

function pair(paper: Paper, label: string, value: string) {
  paper.left(label, MARGIN, 90, { color: soft })
  paper.left(value, MARGIN + 96, RIGHT - MARGIN - 96)
  paper.down(LINE)
}

function section(paper: Paper, title: string, room: number) {
  paper.down(LINE)
  paper.need(room)
  paper.left(title, MARGIN, RIGHT - MARGIN, { bold: true })
  paper.rule(5)
  paper.down(LINE + 4)
}

function lineHead(paper: Paper) {
  const t = texts()
  const style = { size: 9, color: soft }
  paper.left(t('pdf.item'), MARGIN, 200, style)
  paper.right(t('pdf.amount'), AMOUNT, style)
  paper.right(t('pdf.price'), PRICE, style)
  paper.right(t('pdf.total'), RIGHT, style)
  paper.rule(5)
  paper.down(LINE + 4)
}

function lines(paper: Paper, order: Budget) {
  paper.down(LINE)
  lineHead(paper)
  for (const { name, amount, price, total } of order.items) {
    if (paper.need()) lineHead(paper)
    paper.left(name, MARGIN, AMOUNT - MARGIN - 48)
    paper.right(String(amount), AMOUNT)
    paper.right(formatMoney(price), PRICE)
    paper.right(formatMoney(total), RIGHT)
    paper.down(LINE + 1)
  }
}

function sums(paper: Paper, order: Budget) {
  const t = texts()
  const { subTotal, discount, freight, increase, total, coupons } = order
  const names = coupons.map(({ name }) => name).join(', ')
  const rows: [string, string][] = [[t('sums.subTotal'), formatMoney(subTotal)]]
  if (discount > 0) {
    rows.push([`${t('sums.discount')}${names && ` (${names})`}`, `-${formatMoney(discount)}`])
  }
  if (order.typeDelivery === 'entrega') {
    rows.push([t('sums.freight'), freight > 0 ? formatMoney(freight) : t('sums.free')])
  }
  if (increase > 0) rows.push([t('sums.increase'), formatMoney(increase)])
  // Together on one page: a sum is not read across two.
  paper.need((rows.length + 1) * LINE)
  paper.rule(-LINE + 2)
  paper.down(5)
  for (const [label, value] of rows) {
    paper.left(label, AMOUNT - 60, PRICE + 16 - (AMOUNT - 60), { color: soft })
    paper.right(value, RIGHT)
    paper.down(LINE)
  }
  paper.down(4)
  paper.left(t('sums.total'), AMOUNT - 60, 100, { size: 13, bold: true })
  paper.right(formatMoney(total), RIGHT, { size: 13, bold: true })
  paper.down(LINE)
}

function payments(paper: Paper, order: Budget) {
  if (order.payments.length === 0) return
  const t = texts()
  section(paper, t('detail.payments'), LINE * 3)
  for (const { name, value, installments, change } of order.payments) {
    paper.need()
    const more = [
      installments > 1 && t('detail.installments', { count: installments }),
      change > 0 && t('detail.change', { value: formatMoney(change) }),
    ]
    paper.left([name, ...more.filter(Boolean)].join(' · '), MARGIN, PRICE - MARGIN)
    paper.right(formatMoney(value), RIGHT)
    paper.down(LINE)
  }
}

function delivery(paper: Paper, order: Budget) {
  const t = texts()
  section(paper, t('detail.delivery'), LINE * 5)
  paper.left(t(`detail.${order.typeDelivery}`), MARGIN, RIGHT - MARGIN)
  paper.down(LINE)
  for (const line of order.address ? placeLines(order.address, t) : []) {
    paper.left(line, MARGIN, RIGHT - MARGIN)
    paper.down(LINE)
  }
}

function pixBlock(paper: Paper, code: string) {
  const t = texts()
  section(paper, t('pdf.pix'), QR + 4 * LINE)
  const { path, side } = qrPath(code)
  // Readers want four modules of nothing around a code (ISO/IEC 18004).
  const quiet = (QR / side) * 4
  paper.path(path, side, MARGIN + quiet, paper.y + SIZE - quiet + 4, QR)
  const left = MARGIN + QR + 3 * quiet
  paper.down(quiet - 4)
  const width = RIGHT - left
  paper.broken(t('pdf.pixHint'), left, width, { size: 9, color: soft })
  paper.down(LINE + 4)
  paper.broken(code, left, width, { size: 8 })
}
