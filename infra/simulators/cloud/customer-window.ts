import type { Person } from './cloud-state.ts'

const HOUR = 3_600_000
const WINDOW = 24 * HOUR
const FREE_ENTRY_POINT = 72 * HOUR

/**
 * Returns true while the business may write freely: 24 hours after the
 * person did, or 72 after an ad.
 */
export const isWindowOpen = ({ wroteAt, freeUntil }: Person, now: number): boolean =>
  (wroteAt > 0 && now < wroteAt + WINDOW) || now < freeUntil

/** Opens the free entry point with the first answer within 24 hours of the ad's click. */
export function answerReferral(person: Person, now: number): void {
  if (person.referredAt === null) return
  if (now < person.referredAt + WINDOW) person.freeUntil = now + FREE_ENTRY_POINT
  person.referredAt = null
}

/** Makes a conversation older. */
export function agePerson(person: Person, ms: number): void {
  if (person.wroteAt > 0) person.wroteAt -= ms
  if (person.freeUntil > 0) person.freeUntil -= ms
  if (person.referredAt !== null) person.referredAt -= ms
  person.marketingAt = person.marketingAt.map(at => at - ms)
}

/** Returns how many marketing templates the person got within 24 hours, and forgets older ones. */
export function recentMarketing(person: Person, now: number): number {
  person.marketingAt = person.marketingAt.filter(at => at > now - WINDOW)
  return person.marketingAt.length
}
