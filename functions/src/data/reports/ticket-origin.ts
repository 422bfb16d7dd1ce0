import type { TicketReferral } from '../tickets/ticket-row.ts'

/** Length of an origin's key. */
const MAX_KEY = 100

/**
 * Returns the advertisement or post that a referral is of: a key of plain characters, since the
 * texts are another system's, and its headline, else its address.
 */
export function originOf({ sourceType, sourceId, sourceUrl, headline }: Omit<TicketReferral, 'at' | 'body'>): {
  key: string
  name: string
} {
  const key = (sourceId || sourceUrl || sourceType || 'ad').replace(/[^\w.-]/g, '_').slice(0, MAX_KEY)
  return { key, name: headline || sourceUrl || sourceId }
}
