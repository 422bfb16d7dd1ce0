/** How long Meta lets a page write after its customer did (Messenger Platform, "Messaging windows"). Pure. */

const HOUR = 3_600_000
/** Anybody and anything may answer. */
export const OPEN_WINDOW = 24 * HOUR
/** A person may, under the tag HUMAN_AGENT. */
export const PERSON_WINDOW = 7 * 24 * HOUR

/** `open` to all, to a `person` alone, or `closed`. Times are epoch milliseconds; null: they never wrote. */
export type MessageWindow = 'open' | 'person' | 'closed'

export function messageWindow(lastContactAt: number | null, now: number): MessageWindow {
  if (lastContactAt === null) return 'closed'
  const age = now - lastContactAt
  return age < OPEN_WINDOW ? 'open' : age < PERSON_WINDOW ? 'person' : 'closed'
}
