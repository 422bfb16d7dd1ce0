import { companies } from '@balcao/shared/api/company/companies.ts'
import type { Invoice } from '@balcao/shared/entities/invoice.ts'
import i18next from 'i18next'
import { api, currentUser } from '#/lib/session.ts'

/** Creates the receipt of a paid invoice as a PDF, and downloads it. */
export async function downloadReceipt(invoice: Invoice): Promise<void> {
  const companyId = currentUser()?.companyId ?? ''
  const [{ receiptPdf }, company] = await Promise.all([
    import('./receipt-pdf.ts'),
    api(companies.get, { params: { id: companyId } }),
  ])
  const url = URL.createObjectURL(new Blob([await receiptPdf(invoice, company)], { type: 'application/pdf' }))
  const link = document.createElement('a')
  link.href = url
  link.download = i18next.t('receipt.file', { ns: 'billing', number: invoice.number })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
