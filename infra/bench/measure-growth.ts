import type { LoadedCompany } from '../demo/seed/load-company.ts'
import { type KindName, kindsFor } from './kinds.ts'
import { load, median } from './load.ts'
import type { Product } from './start-product.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

/** p95 of a kind of request at two sizes, milliseconds: medians of the turns. */
export type GrowthFigures = {
  name: KindName
  small: number
  large: number
  /** That of the large one over that of the small one just before: median of the turns. */
  ratio: number
}

type Asked = { product: Pick<Product, 'url' | 'processorTime'>; company: LoadedCompany }

/** Lists and searches whose pages are full at both sizes: the rare name fills half a one at 10k. */
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
 * How p95 grows with history: two products that run side by side are asked in turns, so that what else the machine does, and how
 * fast it is just then, meets both.
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
