/**
 * Time for which Meta lets a metaPage write after its customer did (Messenger Platform, "Messaging
 * windows"). Pure.
 */

const HOUR = 3_600_000
/** Time in which people and bots may answer, in milliseconds. */
export const OPEN_WINDOW = 24 * HOUR
/** Time in which only a person may answer, under the tag HUMAN_AGENT, in milliseconds. */
export const PERSON_WINDOW = 7 * 24 * HOUR

/**
 * Window: `open` to all, to a `person` alone, or `closed`. Times are epoch milliseconds; null if
 * the customer never wrote.
 */
export type MessageWindow = 'open' | 'person' | 'closed'

export function messageWindow(lastContactAt: number | null, now: number): MessageWindow {
  if (lastContactAt === null) return 'closed'
  const age = now - lastContactAt
  return age < OPEN_WINDOW ? 'open' : age < PERSON_WINDOW ? 'person' : 'closed'
}
