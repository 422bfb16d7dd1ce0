/**
 * Lists orders by number, limited to a period, a status, a seller or a customer, and sums up what a
 * list shows.
 */
import type { BUDGET_ORDERS } from '@balcao/shared/api/orders/budgets.ts'
import { documentSigns } from '@balcao/shared/rules/sales/document.ts'
import { rowsById } from '../table/batch-items.ts'
import type { Range } from '../table/key-query.ts'
import { fromQuery, type Page, type PageOptions, pageOf, type Source, searchedPage, weightOf } from '../table/page.ts'
import { fromSearch, idsOf } from '../table/search.ts'
import { ofNumber } from './budget.ts'
import { type BudgetHead, HEADS, headKey, placeOf, toHead } from './budget-row.ts'

export type BudgetOrder = (typeof BUDGET_ORDERS)[number]

export type OrderFilter = {
  searchParam: string
  /** Only the orders of this customer. */
  customerId?: string | undefined
  statusId?: string | undefined
  /** Only the orders of this user. */
  sellerId?: string | undefined
  /** Only the orders made from this instant on, and before that one (epoch milliseconds). */
  from?: number | undefined
  until?: number | undefined
  /** Only paid orders, or only unpaid ones. */
  paid?: boolean | undefined
  /** Includes cancelled orders. */
  canceled?: boolean | undefined
}

const acceptOf =
  ({ customerId, statusId, sellerId, from, until, paid, canceled = false }: OrderFilter) =>
  (head: BudgetHead): boolean =>
    (canceled || head.canceledAt === null) &&
    (customerId === undefined || head.customer.id === customerId) &&
    (statusId === undefined || head.status?.id === statusId) &&
    (sellerId === undefined || head.user.id === sellerId) &&
    (paid === undefined || (head.paidAt !== null) === paid) &&
    (from === undefined || head.createdAt >= from) &&
    (until === undefined || head.createdAt < until)

/**
 * Reads a page of orders, the highest number first unless `sort` is `number`: 2.5 read units
 * for 20; 8 for the 15 of a search; a period costs half a unit for each halving of the
 * numbers, some ten. If the text is a complete number, its order comes first. Throws
 * ERR_INVALID_CURSOR, ERR_VALIDATION.
 */
export async function pageOfBudgets(
  companyId: string,
  filter: OrderFilter,
  options: PageOptions,
  sort: BudgetOrder = '-number',
): Promise<Page<BudgetHead>> {
  const { searchParam, ...rest } = filter
  const text = typed(searchParam)
  const name = [
    'budgets',
    ...Object.entries(rest).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`])),
    sort,
    text,
  ]
  return pageOf(companyId, name.join('|'), await sourceOf(companyId, filter, sort), {
    ...searchedPage(options, text),
    accept: acceptOf(filter),
    weigh: weightOf,
  })
}

/**
 * Returns a function that reads orders from a position on, the highest number first; of those the
 * filter leaves out it returns how many it looked at. The numbers of a period are looked up once.
 */
export async function budgetReader(companyId: string, filter: OrderFilter) {
  const accept = acceptOf(filter)
  const source = await sourceOf(companyId, filter, '-number')
  return async (wanted: number, from: unknown) => {
    const { rows: found, end, more } = await source(wanted, from)
    const rows = found.map(({ row }) => row).filter(accept)
    return { rows, looked: found.length - rows.length, end, more }
  }
}

/** Returns the orders of these ids that exist, by id. Costs half a read unit each. */
export const getHeads = (companyId: string, ids: readonly string[]): Promise<Map<string, BudgetHead>> =>
  rowsById(ids, id => headKey(companyId, id), HEADS.attributes, toHead)

/** Orders looked at for figures; of a search, those it finds first. */
const MOST_LOOKED = 2000
const MOST_FOUND = 100

/**
 * Returns the orders a filter finds, the latest first: half a read unit for each nine or so, up to
 * 2,000 that were looked at; `partial` if there are more.
 */
export async function latestBudgets(
  companyId: string,
  filter: OrderFilter,
): Promise<{ orders: BudgetHead[]; partial: boolean }> {
  const accept = acceptOf(filter)
  const most = typed(filter.searchParam) ? MOST_FOUND : MOST_LOOKED
  const source = await sourceOf(companyId, filter, '-number')
  const orders: BudgetHead[] = []
  for (let from: unknown = null, looked = 0; ; ) {
    const slice = await source(Math.min(500, most - looked), from)
    orders.push(...slice.rows.map(({ row }) => row).filter(accept))
    looked += slice.rows.length + (slice.looked ?? 0)
    if (!slice.more || looked >= most) return { orders, partial: slice.more }
    from = slice.end
  }
}

/** Sums of a list, in cents; cancelled orders count in `count` and `canceled` alone. */
export type BudgetSummary = { count: number; canceled: number; total: number; negotiated: number; partial: boolean }

/** Sums up the orders a filter finds, as `latestBudgets` reads them. */
export async function sumBudgets(companyId: string, filter: OrderFilter): Promise<BudgetSummary> {
  const { orders, partial } = await latestBudgets(companyId, filter)
  const valid = orders.filter(({ canceledAt }) => canceledAt === null)
  const sum = (of: (order: BudgetHead) => number): number => valid.reduce((total, order) => total + of(order), 0)
  return {
    ...{ count: orders.length, canceled: orders.length - valid.length, partial },
    ...{ total: sum(order => order.total), negotiated: sum(order => order.negotiated) },
  }
}

async function sourceOf(companyId: string, filter: OrderFilter, sort: BudgetOrder): Promise<Source<BudgetHead>> {
  const text = typed(filter.searchParam)
  if (text) return searched(companyId, text)
  const { from, until } = filter
  const [first, last] = await Promise.all([
    from === undefined ? 0 : numberAt(companyId, from - UNORDERED_MS),
    until === undefined ? LAST : numberAt(companyId, until + UNORDERED_MS),
  ])
  return listed(companyId, filter, { first, last }, sort === 'number')
}

/**
 * Returns the text to search: a document is one word with any punctuation, also with letters:
 * `12.ABC.345/01DE-35`.
 */
function typed(searchParam: string): string {
  const text = searchParam.trim()
  return /^[\dA-Z]+[.\dA-Z/-]+$/i.test(text) && /\d/.test(text) ? documentSigns(text) : text
}

/** Number above every order's. */
const LAST = 9_999_999_999
/**
 * Time (ms) within which orders may have got their numbers in another order than they were begun.
 */
const UNORDERED_MS = 60_000

/**
 * Returns the first number whose order was made at an instant or later. Numbers have no gaps, so
 * halving finds it: half a read unit for each halving.
 */
async function numberAt(companyId: string, instant: number): Promise<number> {
  let low = 1
  let high = 1
  // Doubling finds an upper bound without the counter.
  for (;;) {
    const head = await ofNumber(companyId, high)
    if (!head || head.createdAt >= instant) break
    low = high + 1
    high *= 2
  }
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const head = await ofNumber(companyId, middle)
    if (!head || head.createdAt >= instant) high = middle
    else low = middle + 1
  }
  return low
}

function listed(
  companyId: string,
  { customerId, canceled = false }: OrderFilter,
  { first, last }: { first: number; last: number },
  ascending: boolean,
): Source<BudgetHead> {
  const query = (range: Range) =>
    customerId === undefined
      ? HEADS.queryIndex(canceled ? 'gsi2' : 'gsi1', { companyId }, range)
      : HEADS.queryIndex('gsi3', { companyId, customerId }, range)
  return fromQuery(
    from => {
      const next = from === null ? null : Number(from) + (ascending ? 1 : -1)
      const begin = ascending ? (next ?? first) : first
      const end = ascending ? last : (next ?? last)
      // An empty range, written so that the table takes it.
      return query(
        begin > end
          ? { from: `${placeOf({ number: first })}!`, to: `${placeOf({ number: first })}!` }
          : { from: placeOf({ number: begin }), to: placeOf({ number: end }) },
      )
    },
    { attributes: HEADS.attributes, order: ascending ? 'asc' : 'desc', toRow: toHead, positionOf: placeOf },
  )
}

/**
 * Position of a search: the order that came first because its number was typed, and the position of
 * the search by words.
 */
type Position = { exact: string | null; words: unknown }

function searched(companyId: string, text: string): Source<BudgetHead> {
  const byWords = fromSearch(companyId, 'budget', text, hits => getHeads(companyId, idsOf(hits)))
  return async (wanted, given) => {
    const from = given as Position | null
    const [exact, page] = await Promise.all([
      from === null ? numbered(companyId, text) : undefined,
      byWords(wanted, from?.words ?? null),
    ])
    const first = exact?.id ?? from?.exact ?? null
    const at = (words: unknown): Position => ({ exact: first, words })
    const found = [
      ...(exact ? [{ row: exact, position: at(null) }] : []),
      ...page.rows.filter(({ row }) => row.id !== first).map(each => ({ ...each, position: at(each.position) })),
    ]
    const rows = found.slice(0, wanted)
    return rows.length < found.length
      ? { rows, end: rows.at(-1)!.position, more: true }
      : { ...page, rows, end: at(page.end) }
  }
}

/** Returns the order with the typed number: `12`, `#12`, `nº 12`. */
const numbered = async (companyId: string, text: string): Promise<BudgetHead | undefined> => {
  const number = /^\D{0,4}(\d{1,9})$/.exec(text)?.[1]
  return number === undefined ? undefined : ofNumber(companyId, Number(number))
}
