import type { Product } from './start-product.ts'

const WATCH_MS = 1000
/** Of one processor. As the peer was measured, which was asked when the rest used less. */
const SHARE = 0.25
const MAX_WAIT_MS = 120_000

/**
 * Waits until a product has done what it still has to do: load its functions, take what a load left in its queues. Throws when it does
 * not come to rest.
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
