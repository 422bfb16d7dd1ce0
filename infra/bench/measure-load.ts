import type { Kind, KindName } from './kinds.ts'
import { type Figures, load } from './load.ts'
import { slowness } from './reference-work.ts'
import type { Product } from './start-product.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

export const CLIENTS = [1, 8, 32] as const
export type Clients = (typeof CLIENTS)[number]

/**
 * A row of the table: figures by clients; the processor time of a call with eight clients in all of
 * the product's processes, in ms; and how many times slower than the peer's the machine was
 * meanwhile (reference-work.ts).
 */
export type Row = Pick<Kind, 'name' | 'title'> & { figures: Record<Clients, Figures>; cpu: number; slowness: number }

/**
 * As the peer's: the code is compiled by then. Not counted; skipped where calls use something up.
 */
const WARM_CLIENTS = 8

/** Milliseconds in which the public API's usage plan fills up again. */
const REFILL_MS = 2500

/** Measures every kind alone, with 1, 8 and 32 clients, after a warm-up. */
export async function measureLoad(
  product: Pick<Product, 'url' | 'processorTime'>,
  kinds: Kind[],
  { seconds, warmSeconds }: { seconds: number; warmSeconds: number },
  log: (line: string) => void,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, title, next, most } of kinds) {
    const figures = {} as Record<Clients, Figures>
    let cpu = Number.NaN
    // The kind before may have left work in the queues.
    await waitUntilIdle(product)
    // A sign-in is slow on purpose, so every call counts.
    if (!most && name !== 'login') await load(product.url, WARM_CLIENTS, warmSeconds, next, 0)
    const before = slowness()
    for (const clients of CLIENTS) {
      if (name === 'apiSend') await new Promise(resolve => setTimeout(resolve, REFILL_MS))
      let calls = 0
      const counted = () => {
        const call = calls < (most ?? Number.POSITIVE_INFINITY) ? next() : undefined
        if (call) calls += 1
        return call
      }
      const used = product.processorTime()
      // Kinds that use something up end when it is used up.
      figures[clients] = await load(product.url, clients, secondsFor(name, most ? 30 : seconds), counted, 0)
      if (clients === 8) cpu = (product.processorTime() - used) / calls
    }
    const row = { name, title, figures, cpu, slowness: (before + slowness()) / 2 }
    rows.push(row)
    const rates = CLIENTS.map(clients => `${figures[clients].rate.toFixed(0)}/s`)
    log(`${title.padEnd(34)} ${rates.join('  ')}  ${cpu.toFixed(1)} ms  ${row.slowness.toFixed(2)} × slower`)
  }
  return rows
}

const secondsFor = (name: KindName, seconds: number): number => (name === 'login' ? Math.max(5, seconds) : seconds)
