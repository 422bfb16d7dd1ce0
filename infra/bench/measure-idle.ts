import { setTimeout as sleep } from 'node:timers/promises'
import type { MemorySample } from './memory.ts'
import type { Product } from './start-product.ts'

/** Figures of the idle product. */
export type IdleFigures = {
  /** Proportional memory of its processes. */
  idle: MemorySample
  /** Share of one core that they use. */
  core: number
}

/**
 * Seconds for which functions keep their environments during the measurement, instead of minutes;
 * the clock's is used every minute and kept by both.
 */
export const IDLE_SECONDS = 70
/** Long enough for the work of the start to end, and for more than one run of the clock. */
const SETTLE_MS = 40_000
const WATCH_MS = 125_000
const WATCH_QUICK_MS = 10_000

/**
 * Measures an idle product. @param product freshly started, with functions that end after
 * `IDLE_SECONDS`
 */
export async function measureIdle(product: Product, quick: boolean): Promise<IdleFigures> {
  await sleep(IDLE_SECONDS * 1000 + SETTLE_MS)
  const [began, before] = [performance.now(), product.processorTime()]
  await sleep(quick ? WATCH_QUICK_MS : WATCH_MS)
  const core = (product.processorTime() - before) / (performance.now() - began)
  return { idle: product.memory(), core }
}
