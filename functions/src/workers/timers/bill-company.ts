import type { Timer } from '@balcao/shared/events/queues.ts'
import { openInvoice } from '../../billing/open-invoice.ts'

/** Makes a company's next invoice, or moves the open one to its new due date, once. */
export async function billCompany({ companyId }: Extract<Timer, { type: 'billCompany' }>, now: number): Promise<void> {
  await openInvoice(companyId, { now })
}
