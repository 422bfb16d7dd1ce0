/**
 * Orders (budgets): reads one, and its lines and steps. new-budget.ts creates them, budget-list.ts
 * lists them.
 */
import type { BudgetItem } from '@balcao/shared/entities/budget.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { batchItems, rowsById } from '../table/batch-items.ts'
import { everyItem, queryItems } from '../table/query-items.ts'
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

/** Number of heads read at a time. */
const HEADS_BATCH = 100

/** Yields the current head of every order that the index lists: 1.5 read units each. */
export async function* everyHead(companyId: string): AsyncGenerator<BudgetHead> {
  let ids: string[] = []
  const current = async () => [
    ...(await rowsById(ids, id => headKey(companyId, id), HEADS.attributes, toHead, true)).values(),
  ]
  for await (const item of everyItem(HEADS.queryIndex('gsi2', { companyId }), { attributes: HEADS.attributes })) {
    ids.push(toHead(item).id)
    if (ids.length < HEADS_BATCH) continue
    yield* await current()
    ids = []
  }
  yield* await current()
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

/**
 * Returns the order with a number, cancelled or not, complete except for its steps. Throws
 * ERR_NO_BUDGET_FOUND.
 */
export async function findBudget(companyId: string, number: number): Promise<Omit<WholeBudget, 'steps'>> {
  const head = await ofNumber(companyId, number)
  if (!head) throw new AppError('ERR_NO_BUDGET_FOUND')
  return { head, lines: await linesOf(companyId, head.id) }
}

/** Returns the head of the order with a number, cancelled or not. */
export async function ofNumber(companyId: string, number: number): Promise<BudgetHead | undefined> {
  const query = HEADS.queryIndex('gsi2', { companyId }, { begins: placeOf({ number }) })
  const { items } = await queryItems<object>(query, 1, { attributes: HEADS.attributes })
  return items[0] && toHead(items[0])
}
