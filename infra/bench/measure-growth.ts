import type { LoadedCompany } from '../demo/seed/load-company.ts'
import { type KindName, kindsFor } from './kinds.ts'
import { load, median } from './load.ts'
import type { Product } from './start-product.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

/** p95 of a kind of request at two sizes, in milliseconds: medians of the rounds. */
export type GrowthFigures = {
  name: KindName
  small: number
  large: number
  /** p95 of the large one over that of the small one just before: median of the rounds. */
  ratio: number
}

type Asked = { product: Pick<Product, 'url' | 'processorTime'>; company: LoadedCompany }

/**
 * Lists and searches whose pages are full at both sizes: the rare name fills half a page at 10k.
 */
const KINDS: KindName[] = [
  'openAgent',
  'pendingAgent',
  'openAdmin',
  'openFew',
  'messages',
  'contacts',
  'searchCommon',
  'contactsSearch',
  'dashboard',
]

const CLIENTS = 8
const ROUNDS = 9

/**
 * Measures how p95 grows with history: calls two products that run side by side in turn, so that
 * other load and the speed of the machine affect both.
 */
export async function measureGrowth(
  small: Asked,
  large: Asked,
  { seconds, warmSeconds }: { seconds: number; warmSeconds: number },
): Promise<GrowthFigures[]> {
  const sideOf = async ({ product, company }: Asked) => ({ product, kinds: await kindsFor(product.url, company, 0) })
  const sides = [await sideOf(small), await sideOf(large)]
  const asked = async (name: KindName, side: number, seconds: number): Promise<number> => {
    const { product, kinds } = sides[side]!
    const { next } = kinds.find(kind => kind.name === name)!
    return (await load(product.url, CLIENTS, seconds, next, 0)).p95
  }
  const figures: GrowthFigures[] = []
  for (const name of KINDS) {
    for (const [side, { product }] of sides.entries()) {
      await waitUntilIdle(product)
      await asked(name, side, warmSeconds)
    }
    const turns: { small: number; large: number }[] = []
    for (let i = 0; i < ROUNDS; i++)
      turns.push({ small: await asked(name, 0, seconds), large: await asked(name, 1, seconds) })
    figures.push({
      name,
      small: median(turns.map(turn => turn.small)),
      large: median(turns.map(turn => turn.large)),
      ratio: median(turns.map(turn => turn.large / turn.small)),
    })
  }
  return figures
}
