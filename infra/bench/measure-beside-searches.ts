import type { Kind, KindName } from './kinds.ts'
import { load, median } from './load.ts'
import type { Product } from './start-product.ts'

/** Answers per second of one client's ticket list. */
export type BesideSearchFigures = {
  alone: number
  /** Rate while four others search without a pause. */
  beside: number
  /** Rate beside searches over that of the round alone just before: median of the rounds. */
  share: number
  /** Searches per second of the four meanwhile. */
  searches: number
}

const SEARCHING = 4
const ROUNDS = 5

/** Alternates a list alone and beside searches, so that other load of the machine affects both. */
export async function measureBesideSearches(
  { url }: Pick<Product, 'url'>,
  kinds: readonly Kind[],
  seconds: number,
): Promise<BesideSearchFigures> {
  const next = (name: KindName) => kinds.find(kind => kind.name === name)!.next
  const list = () => load(url, 1, seconds, next('openAgent'))
  const rounds: { alone: number; beside: number; searches: number }[] = []
  for (let i = 0; i < ROUNDS; i++) {
    const alone = await list()
    const [beside, searches] = await Promise.all([list(), load(url, SEARCHING, seconds, next('searchCommon'))])
    rounds.push({ alone: alone.rate, beside: beside.rate, searches: searches.rate })
  }
  return {
    alone: median(rounds.map(({ alone }) => alone)),
    beside: median(rounds.map(({ beside }) => beside)),
    share: median(rounds.map(({ alone, beside }) => beside / alone)),
    searches: median(rounds.map(({ searches }) => searches)),
  }
}
