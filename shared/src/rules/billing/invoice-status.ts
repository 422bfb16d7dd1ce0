import type { Invoice } from '../../entities/invoice.ts'
import { localDay } from '../working-hours.ts'

/** Shown status of an invoice: Pago, Vencido, Em Aberto (decision 0022). */
export type ShownStatus = 'paid' | 'overdue' | 'open'

/**
 * Returns the status to show. An unpaid invoice is overdue once its day, in the company's zone, is
 * over. `now` is in epoch milliseconds.
 */
export function shownStatus(invoice: Pick<Invoice, 'status' | 'dueDate'>, now: number, timeZone: string): ShownStatus {
  if (invoice.status === 'paid') return 'paid'
  return localDay(Date.parse(invoice.dueDate), timeZone) < localDay(now, timeZone) ? 'overdue' : 'open'
}
