import type { Timer } from '@balcao/shared/events/queues.ts'
import { openInvoice } from '../../billing/open-invoice.ts'

/** Makes a company's next invoice or moves its due date, whichever is due, once. */
export async function billCompany({ companyId }: Extract<Timer, { type: 'billCompany' }>, now: number): Promise<void> {
  await openInvoice(companyId, { now })
}
