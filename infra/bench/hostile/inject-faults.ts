import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../demo/seed/random.ts'
import { persist, type Shop, until } from '../../test/system/open-shop.ts'

/** Faults of WhatsApp on the attacked connection, with their parameters. */
const FAULTS = [
  { kind: 'drop' },
  { kind: 'restart' },
  { kind: 'half-open', ms: 3000 },
  { kind: 'duplicate', count: 10 },
  // Not within a conversation: there WhatsApp keeps the order.
  { kind: 'reorder', count: 5, ms: 200, apart: true },
  { kind: 'undecryptable', count: 3, direction: 'in' },
] as const

/**
 * Injects faults into a connection, one after the other, each kind once before any repeats, until
 * `isOver`.
 * @returns number of faults by kind
 */
export async function injectFaults(shop: Shop, random: Random, pauseMs: number, isOver: () => boolean) {
  const struck = new Map<string, number>()
  const online = () =>
    until('the attacked connection to come back', async () => {
      const look = () => shop.sim<{ number: string; online: boolean }[]>('GET', '/businesses')
      const businesses = await persist(look)
      return businesses.find(({ number }) => number === shop.number)?.online
    })
  for (let deck: (typeof FAULTS)[number][] = []; ; ) {
    if (deck.length === 0) deck = [...FAULTS]
    if (struck.size === FAULTS.length && isOver()) return struck
    const [fault] = deck.splice(random.below(deck.length), 1) as [(typeof FAULTS)[number]]
    await online()
    await persist(() => shop.sim('POST', '/faults', { number: shop.number, ...fault }))
    struck.set(fault.kind, (struck.get(fault.kind) ?? 0) + 1)
    await sleep(pauseMs / 2 + random.below(pauseMs))
  }
}
