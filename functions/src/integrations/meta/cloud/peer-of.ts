import type { Peer } from '@balcao/shared/events/queues.ts'
import { isUserId } from '@balcao/shared/rules/user-id.ts'

const NUMBER = /^\d{5,20}$/

/**
 * Returns what Meta is to be called with for a person: their number, or their business-scoped id;
 * undefined for somebody who is known by a linked device's LID alone.
 */
export const recipientOf = ({ number, lid }: Peer): string | undefined => number || (isUserId(lid) ? lid : undefined)

/**
 * Returns a person as Meta names them: by their number and their business-scoped id, or by the id
 * alone if they hide the number behind a user name; undefined if they are named by neither.
 */
export function peerOf(number: string | null | undefined, userId: string | null | undefined): Peer | undefined {
  const digits = number?.replace(/^\+/, '') ?? ''
  const known: Peer = {
    ...(NUMBER.test(digits) ? { number: digits } : {}),
    ...(isUserId(userId) ? { lid: userId } : {}),
  }
  return known.number || known.lid ? known : undefined
}
