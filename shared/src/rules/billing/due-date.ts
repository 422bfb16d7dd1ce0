/**
 * Due dates, invoices and reminders of a company (decision 0022), computed on the wall clock of the
 * company's time zone. Moments are epoch milliseconds, amounts cents.
 */
import { TZDate } from '@date-fns/tz'
import type { Company } from '../../entities/company.ts'

export type RecurrenceOfCompany = Company['recurrence']

/** How many months a payment is for. */
export const MONTHS_OF = {
  MENSAL: 1,
  BIMESTRAL: 2,
  TRIMESTRAL: 3,
  SEMESTRAL: 6,
  ANUAL: 12,
} as const satisfies Record<RecurrenceOfCompany, number>

/** An invoice is made so many days before its due date. */
const DAYS_AHEAD = 20

/** Days before the due date on which one is reminded; the last one is behind it. */
export const REMINDER_DAYS = [5, 1, 0, -3] as const
export type ReminderDays = (typeof REMINDER_DAYS)[number]

const REMINDER_HOUR = 9

/** The day of the month of a moment, in a zone: what the due dates of a company go back to after a shorter month. */
export const dayOfMonth = (at: number, timeZone: string): number => new TZDate(at, timeZone).getDate()

/**
 * The due date one recurrence behind another, at the same hour. `anchor` is the day of the month the due dates began with: where a
 * month has not that day it is its last one, and the month after has the day again, from 31 January to 28 February to 31 March.
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
 * What a payment makes of a due date: one recurrence more, whether it was early or late. Who is so late that this would be over
 * already is not sold the past: theirs counts from the moment of the payment.
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

/** What a recurrence costs of a plan with this price a month. */
export const invoiceValue = (monthly: number, recurrence: RecurrenceOfCompany): number =>
  monthly * MONTHS_OF[recurrence]

/** When the invoice of a due date is made. */
export const invoiceMoment = (dueDate: number, timeZone: string): number => daysBefore(dueDate, DAYS_AHEAD, timeZone)

/** So many days before a moment, at its hour. */
function daysBefore(at: number, days: number, timeZone: string): number {
  const local = new TZDate(at, timeZone)
  local.setDate(local.getDate() - days)
  return local.getTime()
}

/** When one is reminded of a due date, so many days before it: at nine. */
export function reminderMoment(dueDate: number, days: ReminderDays, timeZone: string): number {
  const due = new TZDate(dueDate, timeZone)
  return new TZDate(due.getFullYear(), due.getMonth(), due.getDate() - days, REMINDER_HOUR, timeZone).getTime()
}

/** The reminders of a due date that are still to come. */
export const remindersAhead = (
  dueDate: number,
  timeZone: string,
  now: number,
): { days: ReminderDays; dueAt: number }[] =>
  REMINDER_DAYS.map(days => ({ days, dueAt: reminderMoment(dueDate, days, timeZone) })).filter(
    ({ dueAt }) => dueAt > now,
  )

/** A reminder behind the due date is given up after so long. */
const LAST_FOR_MS = 7 * 86_400_000

/** Which reminder is due: the last one whose moment has come, since a clock that stood still says no wrong number of days. */
export function dueReminder(dueDate: number, timeZone: string, now: number): ReminderDays | undefined {
  const come = REMINDER_DAYS.filter(days => reminderMoment(dueDate, days, timeZone) <= now)
  const last = come.at(-1)
  if (last === undefined || now - reminderMoment(dueDate, last, timeZone) > LAST_FOR_MS) return undefined
  return last
}
