import type { Budget } from '@balcao/shared/entities/budget.ts'
import i18next from 'i18next'
import { LINE, MARGIN, openPaper, type Paper, RIGHT, SIZE, soft } from '#/components/pdf-paper.ts'
import { formatDate, formatTime } from '#/lib/format.ts'
import { placeLines } from './place-lines.ts'
import { qrPath } from './qr-path.tsx'

const QR = 116

/** Right edges of the number columns of a line, points; the name has the room left of them. */
const AMOUNT = RIGHT - 190
const PRICE = RIGHT - 96

/**
 * Returns the Portuguese texts: customers read the order as the server writes it, whatever the
 * attendant's language.
 */
const texts = () => i18next.getFixedT('pt', 'budgets')

const formatMoney = (reais: number): string =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(reais)

/** Returns the file's name: `pedido-42.pdf`. */
export const pdfName = ({ number }: Pick<Budget, 'number'>): string => texts()('pdf.file', { number })

/**
 * Returns an order as a PDF, in Portuguese: store, customer, lines, sums, payments, freight, and
 * the Pix code as a QR code and as text when it is given. Long orders take as many pages as they
 * need; a name too long for its column is cut.
 */
export async function orderPdf(order: Budget, pix: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const t = texts()
  const paper = await openPaper(t('order', { number: order.number }), new Date(order.updatedAt))

  heading(paper, order)
  lines(paper, order)
  sums(paper, order)
  payments(paper, order)
  freightSection(paper, order)
  if (pix !== null) pixBlock(paper, order, pix)
  return paper.save((page, pages) => t('pdf.page', { page, pages }))
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
  // The sums stay together on one page.
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
      change > 0 && t('detail.change', { received: formatMoney(value + change), change: formatMoney(change) }),
    ]
    paper.left([name, ...more.filter(Boolean)].join(' · '), MARGIN, PRICE - MARGIN)
    paper.right(formatMoney(value), RIGHT)
    paper.down(LINE)
  }
}

function freightSection(paper: Paper, order: Budget) {
  const t = texts()
  section(paper, t('detail.delivery'), LINE * 5)
  paper.left(t(`detail.${order.typeDelivery}`), MARGIN, RIGHT - MARGIN)
  paper.down(LINE)
  for (const line of order.address ? placeLines(order.address, t) : []) {
    paper.left(line, MARGIN, RIGHT - MARGIN)
    paper.down(LINE)
  }
}

function pixBlock(paper: Paper, { pix, total }: Budget, code: string) {
  const t = texts()
  section(paper, pix < total ? t('pdf.pixPart', { part: formatMoney(pix) }) : t('pdf.pix'), QR + 4 * LINE)
  const { path, side } = qrPath(code)
  // Readers need a margin of four empty modules around a code (ISO/IEC 18004).
  const quiet = (QR / side) * 4
  paper.path(path, side, MARGIN + quiet, paper.y + SIZE - quiet + 4, QR)
  const left = MARGIN + QR + 3 * quiet
  paper.down(quiet - 4)
  const width = RIGHT - left
  paper.broken(t('pdf.pixHint'), left, width, { size: 9, color: soft })
  paper.down(LINE + 4)
  paper.broken(code, left, width, { size: 8 })
}
