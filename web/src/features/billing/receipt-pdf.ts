import type { Company } from '@balcao/shared/entities/company.ts'
import type { Invoice } from '@balcao/shared/entities/invoice.ts'
import i18next from 'i18next'
import { LINE, MARGIN, openPaper, RIGHT, SIZE, soft } from '#/components/pdf-paper.ts'
import { formatDate, formatMoney, formatTime, formatZipCode } from '#/lib/format.ts'

/**
 * Returns the receipt of a paid invoice, on one page, in the language of the screen: payer, plan,
 * time, and the bank's reference.
 */
export async function receiptPdf(invoice: Invoice, company: Company): Promise<Uint8Array<ArrayBuffer>> {
  const t = i18next.getFixedT(null, 'billing')
  const { number, paidAt, paymentId, recurrence } = invoice
  const at = paidAt ?? invoice.updatedAt
  const title = t('receipt.title', { number })
  const paper = await openPaper(title, new Date(at))
  const width = RIGHT - MARGIN
  paper.down(16)
  paper.left('Balcão', MARGIN, 200, { size: 16, bold: true })
  paper.right(title, RIGHT, { size: 16, bold: true })
  paper.rule(8)
  paper.down(34)
  const street = [company.addressStreet, company.addressDistrict].filter(Boolean).join(', ')
  const city = [company.addressCity, company.addressState].filter(Boolean).join('/')
  const place = [street, city, company.addressZipCode && formatZipCode(company.addressZipCode)].filter(Boolean)
  const rows: [string, string][] = [
    [t('receipt.payer'), company.billingName || company.name],
    ...(company.billingName && company.billingName !== company.name
      ? ([[t('receipt.company'), company.name]] as [string, string][])
      : []),
    ...(place.length > 0 ? ([[t('data.address'), place.join(' · ')]] as [string, string][]) : []),
    [t('columns.detail'), `${invoice.detail} · ${t(`recurrence.${recurrence}`)}`],
    [t('columns.dueDate'), formatDate(invoice.dueDate)],
    [t('receipt.paidAt'), `${formatDate(at)} ${formatTime(at)}`],
    [t('receipt.method'), 'Pix'],
    ...(paymentId ? ([[t('receipt.paymentId'), paymentId]] as [string, string][]) : []),
  ]
  for (const [label, value] of rows) {
    paper.left(label, MARGIN, 130, { color: soft })
    // Never cut: the payer and their address are the point of a receipt.
    paper.broken(value, MARGIN + 140, width - 140, { size: SIZE })
    paper.down(LINE + 3)
  }
  paper.rule(-6)
  paper.down(14)
  paper.left(t('review.total'), MARGIN, 200, { size: 13, bold: true })
  paper.right(formatMoney(invoice.value), RIGHT, { size: 13, bold: true })
  paper.down(LINE * 2)
  paper.broken(t('receipt.note'), MARGIN, width, { size: 9, color: soft })
  return paper.save((page, pages) => t('receipt.page', { page, pages }))
}
