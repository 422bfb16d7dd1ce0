/**
 * Searches a store's products for a cart as the user types: at most ten read units, however many
 * products there are. Names that begin with the text come from the store's list by name, all others
 * from the search items of its words, where whole words come first.
 */
import {
  type ProductTerm,
  type ProductWords,
  productRank,
  productTerms,
  productWords,
} from '@balcao/shared/rules/sales/product-match.ts'
import { searchWords } from '@balcao/shared/rules/search-words.ts'
import { firstSearchItems, type ItemsLookup } from '../table/first-search-items.ts'
import { normalizeName } from '../table/normalize.ts'
import { firstSoldIn, getProductStores, type ProductStoreRow, searchKindOf, soldNames } from './product-store.ts'

/**
 * Maximum number of products in an answer: each row, with its current stock, costs half a read
 * unit.
 */
const MAX_HITS = 12

/** Half read units of a search, its rows included: nine units; the tenth is the caller's. */
const HALF_UNITS = 18
/** Number of search items that are 4 KB at most. */
const ITEMS_PER_HALF = 8

/** Returns the active products of a store that `text` finds, or its first by name. */
export async function searchInStore(companyId: string, storeId: string, text: string): Promise<ProductStoreRow[]> {
  const terms = productTerms(text)
  const ids = text.trim()
    ? await bestIds(companyId, storeId, normalizeName(text), terms)
    : await firstSoldIn(companyId, storeId, MAX_HITS)
  const rows = await getProductStores(companyId, storeId, ids)
  const active = ids.flatMap(id => rows.get(id) ?? []).filter(row => row.isActive)
  // Names may have changed since they were found.
  return text.trim() ? inOrder(active, row => productRank(productWords(row), terms)) : active
}

/** Returns what has a rank, the lowest first, and by name within one rank. */
const inOrder = (rows: readonly ProductStoreRow[], rankOf: (row: ProductStoreRow) => number | null) =>
  rows
    .flatMap(row => {
      const rank = rankOf(row)
      return rank === null ? [] : [{ row, rank }]
    })
    .sort((a, b) => a.rank - b.rank || a.row.name.localeCompare(b.row.name, 'pt', { numeric: true }))
    .map(({ row }) => row)

/** Returns the ids of the products with the lowest ranks, as many as the budget lets read. */
async function bestIds(
  companyId: string,
  storeId: string,
  name: string,
  terms: readonly ProductTerm[],
): Promise<string[]> {
  const ranks = new Map<string, number>()
  let halves = 0
  const see = (id: string, words: ProductWords): void => {
    const rank = productRank(words, terms)
    if (rank !== null && !ranks.has(id)) ranks.set(id, rank)
  }
  const names = async (beginning: string) => {
    for (const { productId, nameKey } of await soldNames(companyId, storeId, beginning, MAX_HITS))
      see(productId, { name: searchWords(nameKey), others: [] })
    halves += 1
  }
  const items = async (lookup: ItemsLookup, limit: number, after?: string | null) => {
    const page = await firstSearchItems(companyId, searchKindOf(storeId), lookup, limit, after)
    for (const { id, words, codes } of page.hits) see(id, { name: words, others: codes })
    halves += page.halves
    return page.next
  }
  const free = (): number => HALF_UNITS - halves - ranks.size
  const isOpen = (): boolean => ranks.size < MAX_HITS && free() > 1
  const whole = (text: string, pair = false) => items({ text, pair, whole: !pair }, ITEMS_PER_HALF)

  const [first] = terms
  if (!first) return []
  const longest = terms.reduce((a, b) => (b.word.length > a.word.length ? b : a))
  await Promise.all([
    names(name),
    ...(terms.length === 1 ? [whole(first.word)] : pairsOf(terms).map(each => whole(each, true))),
  ])
  // Another number of the word, as `cafes` for Café: whole words only.
  for (const form of longest.forms)
    if (isOpen()) await Promise.all([...(terms.length === 1 ? [names(`${form} `)] : []), whole(form)])
  const beginnings = { text: longest.word, pair: false, whole: false }
  for (let after: string | null | undefined; after !== null && isOpen(); )
    after = await items(beginnings, ITEMS_PER_HALF * Math.min(3, free() - 1), after)
  return [...ranks]
    .sort(([, a], [, b]) => a - b)
    .slice(0, Math.min(MAX_HITS, HALF_UNITS - halves))
    .map(([id]) => id)
}

/**
 * Returns the first two words in both orders, as typed and in their likeliest other number: the
 * search items of two words find what has both, however many products have one of them.
 */
function pairsOf([first, second]: readonly ProductTerm[]): string[] {
  if (!first || !second) return []
  const other = ({ word, forms: [form = word] }: ProductTerm) => form
  const both = [
    [first.word, second.word],
    [other(first), other(second)],
  ] as const
  return [...new Set(both.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]))]
}
