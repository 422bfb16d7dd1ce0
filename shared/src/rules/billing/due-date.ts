/**
 * Due dates, invoices and reminders of a company (decision 0022), computed on the wall clock of the
 * company's time zone. Moments are epoch milliseconds, amounts cents.
 */
import { TZDate } from '@date-fns/tz'
import type { Company } from '../../entities/company.ts'

export type RecurrenceOfCompany = Company['recurrence']

/** Months that a payment covers, by recurrence. */
export const MONTHS_OF = {
  MENSAL: 1,
  BIMESTRAL: 2,
  TRIMESTRAL: 3,
  SEMESTRAL: 6,
  ANUAL: 12,
} as const satisfies Record<RecurrenceOfCompany, number>

/** Days before its due date on which an invoice is made. */
const DAYS_AHEAD = 20

/** Days before the due date on which the company is reminded; the last reminder comes after it. */
export const REMINDER_DAYS = [5, 1, 0, -3] as const
export type ReminderDays = (typeof REMINDER_DAYS)[number]

const REMINDER_HOUR = 9

/**
 * Returns the day of the month of a moment in a zone. After a shorter month, the due dates of a
 * company return to this day.
 */
export const dayOfMonth = (at: number, timeZone: string): number => new TZDate(at, timeZone).getDate()

/**
 * Returns the due date one recurrence after another, at the same hour. `anchor` is the day of the
 * month of the first due date: a month without that day uses its last one, and the next month has
 * the day again (31 January, 28 February, 31 March).
 */
export function nextDueDate(
  dueDate: number,
  recurrence: RecurrenceOfCompany,
  timeZone: string,
  anchor = dayOfMonth(dueDate, timeZone),
): number {
  const from = new TZDate(dueDate, timeZone)
  const month = from.getMonth() + MONTHS_OF[recurrence]
  const lastDay = new Date(Date.UTC(from.getFullYear(), month + 1, 0)).getUTCDate()
  return new TZDate(
    from.getFullYear(),
    month,
    Math.min(anchor, lastDay),
    from.getHours(),
    from.getMinutes(),
    from.getSeconds(),
    from.getMilliseconds(),
    timeZone,
  ).getTime()
}

/**
 * Returns the due date after a payment: one recurrence later, whether the payment was early or
 * late. A company so late that this would already be past does not pay for the past: its period
 * counts from the moment of the payment.
 */
export function renewedDueDate(
  { dueDate, recurrence, anchor }: { dueDate: number; recurrence: RecurrenceOfCompany; anchor?: number | undefined },
  paidAt: number,
  timeZone: string,
): { dueDate: number; anchor: number } {
  const day = anchor ?? dayOfMonth(dueDate, timeZone)
  const next = nextDueDate(dueDate, recurrence, timeZone, day)
  if (next > paidAt) return { dueDate: next, anchor: day }
  return { dueDate: nextDueDate(paidAt, recurrence, timeZone), anchor: dayOfMonth(paidAt, timeZone) }
}

/** Returns the cost of a recurrence, for a plan with this monthly price. */
export const invoiceValue = (monthly: number, recurrence: RecurrenceOfCompany): number =>
  monthly * MONTHS_OF[recurrence]

/** Returns when the invoice of a due date is made. */
export const invoiceMoment = (dueDate: number, timeZone: string): number => daysBefore(dueDate, DAYS_AHEAD, timeZone)

/** Returns the moment so many days before another, at the same hour. */
function daysBefore(at: number, days: number, timeZone: string): number {
  const local = new TZDate(at, timeZone)
  local.setDate(local.getDate() - days)
  return local.getTime()
}

/** Returns when the company is reminded of a due date, so many days before it: at nine. */
export function reminderMoment(dueDate: number, days: ReminderDays, timeZone: string): number {
  const due = new TZDate(dueDate, timeZone)
  return new TZDate(due.getFullYear(), due.getMonth(), due.getDate() - days, REMINDER_HOUR, timeZone).getTime()
}

/** Returns the reminders of a due date that are still to come. */
export const remindersAhead = (
  dueDate: number,
  timeZone: string,
  now: number,
): { days: ReminderDays; dueAt: number }[] =>
  REMINDER_DAYS.map(days => ({ days, dueAt: reminderMoment(dueDate, days, timeZone) })).filter(
    ({ dueAt }) => dueAt > now,
  )

/** Time after the due date (milliseconds) at which a late reminder is dropped. */
const LAST_FOR_MS = 7 * 86_400_000

/**
 * Returns the due reminder: the latest one whose moment has come, so that after an outage of the
 * clock no reminder names a wrong number of days.
 */
export function dueReminder(dueDate: number, timeZone: string, now: number): ReminderDays | undefined {
  const come = REMINDER_DAYS.filter(days => reminderMoment(dueDate, days, timeZone) <= now)
  const last = come.at(-1)
  if (last === undefined || now - reminderMoment(dueDate, last, timeZone) > LAST_FOR_MS) return undefined
  return last
}
