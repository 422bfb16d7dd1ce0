/**
 * Terms of a contract (decision 0021). A contract is valid through the whole of its last day, in
 * the company's time zone. Days are `yyyy-mm-dd`, moments epoch milliseconds.
 */
import { TZDate } from '@date-fns/tz'
import type { ContractType } from '../../entities/contract.ts'
import { dayRange } from '../day-range.ts'
import { addDays } from '../days.ts'

/**
 * Days before the last one on which a reminder says that a contract expires, at `REMINDER_HOUR`.
 */
export const REMINDER_DAYS = [30, 7, 1] as const
export type ReminderDays = (typeof REMINDER_DAYS)[number]

const REMINDER_HOUR = 9

const partsOf = (day: string): [number, number, number] => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return [year, month, date]
}

/** Returns the day so many months later; a month without the day uses its last one. */
function addMonths(day: string, months: number): string {
  const [year, month, date] = partsOf(day)
  const at = year * 12 + month - 1 + months
  const [toYear, toMonth] = [Math.floor(at / 12), (at % 12) + 1]
  const lastDate = toMonth === 12 ? 31 : partsOf(addDays(`${pad(toYear, 4)}-${pad(toMonth + 1, 2)}-01`, -1))[2]
  return `${pad(toYear, 4)}-${pad(toMonth, 2)}-${pad(Math.min(date, lastDate), 2)}`
}

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0')

/**
 * Returns the last day of the first term that ends after `after`, of the terms that follow `first`,
 * the agreed last day. The day of the month is always that of the first: 31 January, 28 February,
 * 31 March.
 */
export function nextExpiry(type: ContractType, first: string, after: string): string {
  if (after < first) return first
  if (type === 'Diário') return addDays(after, 1)
  const months = type === 'Anual' ? 12 : 1
  const [year, month] = partsOf(first)
  const [toYear, toMonth] = partsOf(after)
  // The term of that month may still end after the day, so it is checked first.
  let term = Math.max(1, Math.floor(((toYear - year) * 12 + toMonth - month) / months))
  while (addMonths(first, term * months) <= after) term += 1
  return addMonths(first, term * months)
}

/** Returns when a contract with this last day has expired. */
export const expiryMoment = (expiresAt: string, timeZone: string): number =>
  dayRange(expiresAt, expiresAt, timeZone).to + 1

/**
 * Returns when a reminder says that a contract expires in so many days; at the latest in the year
 * 9999, the limit of days.
 */
export function reminderMoment(expiresAt: string, days: number, timeZone: string): number {
  const [year, month, date] = partsOf(expiresAt)
  return new TZDate(year, month - 1, date - days, REMINDER_HOUR, timeZone).getTime()
}
