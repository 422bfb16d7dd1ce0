import type { Peer } from '@balcao/shared/events/queues.ts'

const NUMBER = /^\d{5,20}$/
/**
 * Business-scoped id of a person (Cloud API, "Business-scoped user IDs"):
 * `BR.13491208655302741918`.
 */
const SCOPED = /^[A-Z]{2}\.[A-Z0-9.]{1,60}$/i

/**
 * Returns a person as Meta names them: by their number, or by the id that stands for one who hides
 * it behind a user name; undefined if they are named by neither.
 */
export function peerOf(number: string | null | undefined, userId: string | null | undefined): Peer | undefined {
  const digits = number?.replace(/^\+/, '') ?? ''
  if (NUMBER.test(digits)) return { number: digits }
  return userId && SCOPED.test(userId) ? { lid: userId } : undefined
}
