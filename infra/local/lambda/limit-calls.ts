import type { Functions } from './create-functions.ts'
import { createSemaphore, type Semaphore } from './semaphore.ts'

/**
 * Calls that a function serves at once. On AWS each has a processor of its own; here
 * they share one, and with more of them each takes longer, until all exceed their
 * time and no work comes to an end.
 */
const MOST = 64
/** Time (ms) for which a further call waits: less than its time, so that it can still be served. */
const WAIT_MS = 10_000

/**
 * Returns the functions for calls that somebody waits for: each serves so many at once, the next
 * wait for a short while and are then refused as Lambda throttles (`TooManyRequestsException`),
 * before any work is done for them. Events of queues are limited by their pollers.
 */
export function limitCalls(functions: Functions, { most = MOST, waitMs = WAIT_MS } = {}): Functions {
  const slots = new Map<string, Semaphore>()
  return {
    ...functions,
    async invoke(name, event) {
      const slot = slots.get(name) ?? createSemaphore(most, waitMs)
      slots.set(name, slot)
      if (!(await slot.acquire()))
        throw Object.assign(new Error('Rate Exceeded.'), { name: 'TooManyRequestsException' })
      try {
        return await functions.invoke(name, event)
      } finally {
        slot.release()
      }
    },
  }
}
