import { mayAccess, type Profile } from '../access.ts'
import type { WeekdaySchedule } from '../entities/working-hours.ts'
import { endOfSpan } from './goals/working-time.ts'
import { isWithinHours } from './working-hours.ts'

type Subject = { profile: Profile; super: boolean; accessHours?: readonly WeekdaySchedule[] | null | undefined }

/**
 * Returns the hours in which a user may be signed in; undefined where they always may. Admins
 * always may, so that a company never locks itself out.
 */
export const accessHoursOf = (user: Subject): readonly WeekdaySchedule[] | undefined =>
  user.accessHours?.length && !mayAccess('admin', user) ? user.accessHours : undefined

/** Returns whether a user may be signed in at a moment (epoch ms). Holidays change nothing. */
export function mayBeSignedIn(user: Subject, at: number, timeZone: string): boolean {
  const hours = accessHoursOf(user)
  return !hours || isWithinHours(hours, at, timeZone)
}

/**
 * Returns the next moment (epoch ms) at which the hours of a signed-in user may end: the end of a
 * span, or of the day, behind which another may follow. Undefined where they have no hours.
 */
export function accessEndsAt(user: Subject, at: number, timeZone: string): number | undefined {
  const schedules = accessHoursOf(user)
  return schedules && (endOfSpan(at, { schedules, holidays: [], timeZone }) ?? undefined)
}
