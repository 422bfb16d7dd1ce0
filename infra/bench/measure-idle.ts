import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from './start-product.ts'

/** The product with nothing to do. */
export type IdleFigures = {
  /** Proportional memory of all its processes, bytes. */
  memory: number
  /** Share of one core they use. */
  core: number
}

/** How long functions keep their environments while this is measured, in place of minutes; the clock's comes every minute and is kept by both. */
export const IDLE_SECONDS = 70
/** Enough for the start to be forgotten, and for more than one turn of the clock. */
const SETTLE_MS = 40_000
const WATCH_MS = 125_000
const WATCH_QUICK_MS = 10_000

/** @param product freshly started, with functions that end after `IDLE_SECONDS` */
export async function measureIdle(product: Product, quick: boolean): Promise<IdleFigures> {
  await sleep(IDLE_SECONDS * 1000 + SETTLE_MS)
  const [began, before] = [performance.now(), product.processorTime()]
  await sleep(quick ? WATCH_QUICK_MS : WATCH_MS)
  const core = (product.processorTime() - before) / (performance.now() - began)
  return { memory: product.memory(), core }
}
