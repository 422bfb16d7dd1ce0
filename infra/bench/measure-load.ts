import type { Kind, KindName } from './kinds.ts'
import { type Figures, load } from './load.ts'
import { slowness } from './reference-work.ts'
import type { Product } from './start-product.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

export const CLIENTS = [1, 8, 32] as const
export type Clients = (typeof CLIENTS)[number]

/**
 * One row of the table: figures by clients; the processor time of a call with eight, all of the product's processes, ms; how
 * many times slower than the peer's the machine was meanwhile (reference-work.ts).
 */
export type Row = Pick<Kind, 'name' | 'title'> & { figures: Record<Clients, Figures>; cpu: number; slowness: number }

/** As the peer's: what answers is compiled by then. Not counted; nothing where calls use something up. */
const WARM_CLIENTS = 8

/** The public API grants so many calls at once and fills up again in this time. */
const REFILL_MS = 2500

/** Measures every kind alone, with 1, 8 and 32 clients, once it has been asked for a while. */
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
    // What the kind before has left in the queues is none of this one's.
    await waitUntilIdle(product)
    // Signing in is so slow, on purpose, that every call counts.
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
      // What uses something up is over when it is used up.
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
