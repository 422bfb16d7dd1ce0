import type { CampaignSettings } from '../../entities/campaign.ts'
import { addDays } from '../days.ts'
import { localDay, localTime, momentOf } from '../working-hours.ts'

type Hours = Pick<CampaignSettings, 'hoursStart' | 'hoursEnd'>

/**
 * Returns whether campaigns may send at a moment (epoch milliseconds) on the wall clock of the
 * zone: from `hoursStart` on and before `hoursEnd`. Equal hours mean always; an end before the
 * start is on the next day.
 */
export function isSendingHour({ hoursStart, hoursEnd }: Hours, at: number, timeZone: string): boolean {
  if (hoursStart === hoursEnd) return true
  const time = localTime(at, timeZone)
  return hoursStart < hoursEnd ? time >= hoursStart && time < hoursEnd : time >= hoursStart || time < hoursEnd
}

/** Returns the first moment from `at` on at which campaigns may send. */
export function nextSendingMoment(hours: Hours, at: number, timeZone: string): number {
  if (isSendingHour(hours, at, timeZone)) return at
  const today = localDay(at, timeZone)
  const starts = [today, addDays(today, 1), addDays(today, 2)].map(day => momentOf(day, hours.hoursStart, timeZone))
  return starts.find(start => start > at) ?? at
}

/** Returns the midnight after a moment, in the zone. */
export const nextMidnight = (at: number, timeZone: string): number =>
  momentOf(addDays(localDay(at, timeZone), 1), '00:00', timeZone)
