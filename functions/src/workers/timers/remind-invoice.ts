import { mayAccess } from '@balcao/shared/access.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { dueReminder, type ReminderDays, reminderMoment } from '@balcao/shared/rules/billing/due-date.ts'
import { getBilling, getInvoice } from '../../data/company/billing.ts'
import { getCompany } from '../../data/company/company.ts'
import { getSettings } from '../../data/company/setting.ts'
import { listUsers } from '../../data/team/user.ts'
import { armTimer } from '../../data/timers/timer.ts'
import { enqueueMail } from '../../messaging/enqueue.ts'

/**
 * Reminds the company's admins of an unpaid invoice, each by an e-mail whose id is the same at
 * every attempt, so that it is sent once. An invoice with another due date has reminders of its
 * own; after the clock stood still only the last reminder due is sent.
 */
export async function remindInvoice(timer: Extract<Timer, { type: 'remindInvoice' }>, now: number): Promise<void> {
  const { companyId, invoiceId, dueDate, days } = timer
  const [invoice, company, { timezone }] = await Promise.all([
    getInvoice(companyId, invoiceId),
    getCompany(companyId, true),
    getSettings(companyId),
  ])
  if (invoice?.status !== 'open' || invoice.dueDate !== dueDate || !company?.status) return
  const dueAt = reminderMoment(dueDate, days as ReminderDays, timezone)
  // The company has moved to another time zone.
  if (dueAt > now) return armTimer({ ...timer, dueAt })
  if (dueReminder(dueDate, timezone, now) !== days) return
  const { language } = await getBilling(companyId)
  const admins = (await listUsers(companyId)).filter(user => mayAccess('admin', user))
  await Promise.all(
    admins.map(({ id: userId, email: to }) =>
      enqueueMail({
        type: 'invoiceDue',
        id: `invoice#${invoiceId}#${dueDate}#${days}#${userId}`,
        ...{ to, language, companyId, userId, invoiceId, dueDate, days },
      }),
    ),
  )
}
