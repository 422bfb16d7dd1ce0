import type { Timer } from '@balcao/shared/events/queues.ts'
import { openInvoice } from '../../billing/open-invoice.ts'

/** The moment of a company's next invoice, or another due date: whatever is to be is made, once. */
export async function billCompany({ companyId }: Extract<Timer, { type: 'billCompany' }>, now: number): Promise<void> {
  await openInvoice(companyId, { now })
}
