/**
 * Orders (budgets): reads one or a page of them, and adds the steps after their creation.
 * new-budget.ts creates them.
 */
import type { BudgetItem } from '@balcao/shared/entities/budget.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { documentSigns } from '@balcao/shared/rules/sales/document.ts'
import { batchItems, rowsById } from '../table/batch-items.ts'
import type { Range } from '../table/key-query.ts'
import { fromQuery, type Page, type PageOptions, pageOf, type Source, searchedPage, weightOf } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { fromSearch, idsOf } from '../table/search.ts'
import { getRow } from '../table/small-list.ts'
import {
  type BudgetHead,
  type BudgetLines,
  HEADS,
  headKey,
  LINES,
  placeOf,
  STEPS,
  toHead,
  toWireItem,
  type WholeBudget,
  wholeHead,
} from './budget-row.ts'
import { PAYMENTS } from './payment.ts'

/** Maximum number of an order's steps shown: the latest. */
const MAX_STEPS = 200

/** Reads the head of an order. Costs half a read unit, or 1 if consistent. */
export async function getHead(companyId: string, id: string, consistent = false): Promise<BudgetHead | undefined> {
  const stored = await HEADS.get({ companyId, id }, { consistent })
  return stored && wholeHead(stored)
}

async function getLines(companyId: string, orderId: string): Promise<BudgetLines | undefined> {
  const stored = await LINES.get({ companyId, id: orderId }, { consistent: true })
  if (!stored) return undefined
  const { companyId: _, id: __, ...lines } = stored
  return lines
}

/** Reads the lines of an order, which must exist. */
export const linesOf = async (companyId: string, id: string): Promise<BudgetLines> => (await getLines(companyId, id))!

/**
 * Reads a complete order consistently: 3 read units, and 1 for each 4 KB of lines or of steps
 * beyond the first. Throws ERR_NO_BUDGET_FOUND.
 */
export async function requireBudget(companyId: string, id: string): Promise<WholeBudget> {
  const [head, lines, { items }] = await Promise.all([
    getHead(companyId, id, true),
    getLines(companyId, id),
    queryItems<object>(STEPS.query({ companyId, id }), MAX_STEPS, { attributes: STEPS.attributes, consistent: true }),
  ])
  if (!head || !lines) throw new AppError('ERR_NO_BUDGET_FOUND')
  return {
    head,
    lines: await withTypes(companyId, lines),
    steps: items
      .map(STEPS.parse)
      .map(({ companyId: _, id: __, stepId: ___, ...step }) => step)
      .reverse(),
  }
}

/**
 * Reads the lines of several orders, as lists show them: half a read unit per 4 KB of each order's.
 */
export async function itemsOf(
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, Pick<BudgetItem, 'name' | 'amount' | 'total'>[]>> {
  const found = await batchItems(
    ids.map(id => LINES.key({ companyId, id })),
    LINES.attributes,
  )
  const linesById = new Map(found.map(LINES.parse).map(lines => [lines.id, lines]))
  return new Map(
    ids.map(id => {
      const items = linesById.get(id)?.items.map(toWireItem) ?? []
      return [id, items.map(({ name, amount, total }) => ({ name, amount, total }))]
    }),
  )
}

/**
 * Adds the kind of each payment to lines older than that field, from the current payment method.
 */
async function withTypes(companyId: string, lines: BudgetLines): Promise<BudgetLines> {
  if (lines.payments.every(({ typePaymentId }) => typePaymentId !== undefined)) return lines
  const payments = await Promise.all(
    lines.payments.map(async payment => ({
      ...payment,
      typePaymentId:
        payment.typePaymentId ?? (await getRow(companyId, PAYMENTS, payment.method))?.typePaymentId ?? null,
    })),
  )
  return { ...lines, payments }
}

/**
 * Reads the head of an order consistently. Throws ERR_NO_BUDGET_FOUND, and ERR_BUDGET_CANCELED if
 * it was cancelled.
 */
export async function requireStanding(companyId: string, id: string): Promise<BudgetHead> {
  const head = await getHead(companyId, id, true)
  if (!head) throw new AppError('ERR_NO_BUDGET_FOUND')
  if (head.canceledAt !== null) throw new AppError('ERR_BUDGET_CANCELED')
  return head
}

type OrderFilter = {
  searchParam: string
  /** Only the orders of this customer. */
  customerId?: string | undefined
  /** Includes cancelled orders. */
  canceled?: boolean | undefined
}

/**
 * Reads a page of orders, the highest number first: 2.5 read units for 20; 8 for the 15 of a
 * search. If the text is a complete number, its order comes first. Throws ERR_INVALID_CURSOR,
 * ERR_VALIDATION.
 */
export function pageOfBudgets(
  companyId: string,
  { searchParam, customerId, canceled = false }: OrderFilter,
  options: PageOptions,
): Promise<Page<BudgetHead>> {
  const text = typed(searchParam)
  const accept = (head: BudgetHead): boolean =>
    (canceled || head.canceledAt === null) && (customerId === undefined || head.customer.id === customerId)
  return pageOf(
    companyId,
    `budgets|${customerId ?? ''}|${canceled}|${text}`,
    text ? searched(companyId, text) : listed(companyId, { customerId, all: canceled }),
    { ...searchedPage(options, text), accept, weigh: weightOf },
  )
}

/**
 * Returns the text to search: a document is one word with any punctuation, also with letters:
 * `12.ABC.345/01DE-35`.
 */
function typed(searchParam: string): string {
  const text = searchParam.trim()
  return /^[\dA-Z]+[.\dA-Z/-]+$/i.test(text) && /\d/.test(text) ? documentSigns(text) : text
}

/** Sort key after every position, since positions are digits. */
const BEHIND = '~'

function listed(
  companyId: string,
  { customerId, all }: { customerId: string | undefined; all: boolean },
): Source<BudgetHead> {
  const query = (range: Range) =>
    customerId === undefined
      ? HEADS.queryIndex(all ? 'gsi2' : 'gsi1', { companyId }, range)
      : HEADS.queryIndex('gsi3', { companyId, customerId }, range)
  return fromQuery(from => query({ below: (from as string | null) ?? BEHIND }), {
    attributes: HEADS.attributes,
    toRow: toHead,
    positionOf: placeOf,
  })
}

/**
 * Position of a search: the order that came first because its number was typed, and the position of
 * the search by words.
 */
type Position = { exact: string | null; words: unknown }

function searched(companyId: string, text: string): Source<BudgetHead> {
  const byWords = fromSearch(companyId, 'budget', text, hits =>
    rowsById(idsOf(hits), id => headKey(companyId, id), HEADS.attributes, toHead),
  )
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

/**
 * Returns the order with a number, cancelled or not, complete except for its steps. Throws
 * ERR_NO_BUDGET_FOUND.
 */
export async function findBudget(companyId: string, number: number): Promise<Omit<WholeBudget, 'steps'>> {
  const head = await ofNumber(companyId, number)
  if (!head) throw new AppError('ERR_NO_BUDGET_FOUND')
  return { head, lines: await linesOf(companyId, head.id) }
}

async function ofNumber(companyId: string, number: number): Promise<BudgetHead | undefined> {
  const query = HEADS.queryIndex('gsi2', { companyId }, { begins: placeOf({ number }) })
  const { items } = await queryItems<object>(query, 1, { attributes: HEADS.attributes })
  return items[0] && toHead(items[0])
}
