import { createStore } from '#/lib/store.ts'

/**
 * Tickets that an action of this page passes on or deletes: the action leaves them, and says what
 * happened.
 */
export const ownMoves = createStore<readonly string[]>([])

/** Time after an action's end in which the screen it leaves may still be there, ms. */
const LEAVING_MS = 1000

/** Runs an action that may take a ticket out of sight. */
export async function moving<Result>(ticketId: string, work: () => Promise<Result>): Promise<Result> {
  ownMoves.set(now => [...now, ticketId])
  try {
    return await work()
  } finally {
    setTimeout(() => ownMoves.set(now => now.filter(id => id !== ticketId)), LEAVING_MS)
  }
}
