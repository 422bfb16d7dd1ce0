import type { Product } from './start-product.ts'

const WATCH_MS = 1000
/** Share of one processor that counts as idle; as for the peer, which was measured below it. */
const SHARE = 0.25
const MAX_WAIT_MS = 120_000

/**
 * Waits until a product has finished its pending work: loading functions, handling messages that a
 * load left in its queues. Throws when it does not become idle.
 */
export async function waitUntilIdle({ processorTime }: Pick<Product, 'processorTime'>): Promise<void> {
  const end = Date.now() + MAX_WAIT_MS
  for (let used = processorTime(); ; ) {
    await new Promise(resolve => setTimeout(resolve, WATCH_MS))
    const now = processorTime()
    if (now - used < WATCH_MS * SHARE) return
    if (Date.now() > end) throw new Error(`the product is still busy after ${MAX_WAIT_MS / 1000} seconds`)
    used = now
  }
}
