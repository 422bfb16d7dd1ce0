/**
 * Decides how much an import asks of the table at once. A table on one machine makes one change
 * after the other, so whoever writes beside an import waits for its calls before theirs: while
 * others have the product open, it makes one at a time.
 */
import { listListening, listSockets } from '../../data/realtime/socket.ts'

export type Pace = {
  /** Maximum number of transactions at once. */
  parallel: number
  /** Maximum number of rows that are read at once. */
  reads: number
}

export const ALONE: Pace = { parallel: 4, reads: 1000 }
const BESIDE_OTHERS: Pace = { parallel: 1, reads: 100 }
/** Time (ms) for which an answer counts whether others are at work. */
const LOOK_MS = 10_000

/**
 * Returns a function that returns the pace from now on.
 * @param userId user who began the import, and waits for it
 */
export function newPace(companyId: string, userId: string): () => Promise<Pace> {
  let lookedAt = Number.NEGATIVE_INFINITY
  let pace = ALONE
  return async () => {
    if (Date.now() - lookedAt < LOOK_MS) return pace
    pace = (await areOthersAtWork(companyId, userId)) ? BESIDE_OTHERS : ALONE
    lookedAt = Date.now()
    return pace
  }
}

/** Returns whether anybody but a user of the company has the product open. */
async function areOthersAtWork(companyId: string, userId: string): Promise<boolean> {
  for (const each of await listListening()) {
    const sockets = await listSockets(each)
    if (sockets.some(socket => each !== companyId || socket.userId !== userId)) return true
  }
  return false
}
