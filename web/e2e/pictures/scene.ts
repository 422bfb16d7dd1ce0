import type { Login } from '../support/api.ts'
import type { Simulator } from '../support/simulator.ts'

/** Company that is pictured, and what its pictures open. */
export interface Scene {
  url: string
  simUrl: string
  sim: Simulator
  people: Record<'admin' | 'ana' | 'bruno' | 'operator' | 'owner' | 'newcomer', Login>
  /** Ids of tickets by the name of their contact. */
  tickets: Map<string, string>
}

/** Customer whose conversation shows every kind of message. */
export const SHOWN = 'Helena Castro'
/** Customer who buys. */
export const BUYER = 'Rita Prado'
export const GROUP = 'Festa da firma'

/** Runs a part of the filling; an earlier version of the product may refuse it. */
export async function attempt<T>(what: string, part: () => Promise<T>): Promise<T | undefined> {
  try {
    return await part()
  } catch (error) {
    process.stderr.write(`not filled: ${what}: ${String(error).slice(0, 300)}\n`)
    return undefined
  }
}
