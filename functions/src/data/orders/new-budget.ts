/**
 * Creates orders: one transaction under the next number. Numbers of a company have no gaps, so each
 * waits for the previous one: the counter's row is incremented provided that it has the value that
 * was read, and a caller that finds another value takes the next.
 */
import { AppError } from '@balcao/shared/errors.ts'
import { tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import { IF_NEW, type TableKey } from '../table/keys.ts'
import { isConflict, put, transact, update, type Write, WriteRefused } from '../table/transact.ts'

const counterKey = (companyId: string): TableKey => ({ pk: `${companyId}#budget-number`, sk: 'number' })

async function lastNumber(companyId: string): Promise<number> {
  return Number((await getItem(counterKey(companyId), true))?.last ?? 0)
}

/**
 * Returns a write labelled `budgetNumber` that increments the counter from `last`; refused if it
 * has another value by now.
 */
const numberWrite = (companyId: string, last: number): Write =>
  update('budgetNumber', {
    TableName: tableName(),
    Key: counterKey(companyId),
    UpdateExpression: 'SET #last = :next',
    ConditionExpression: last === 0 ? 'attribute_not_exists(#last)' : '#last = :last',
    ExpressionAttributeNames: { '#last': 'last' },
    ExpressionAttributeValues: { ':next': last + 1, ...(last === 0 ? {} : { ':last': last }) },
  })

const keyKey = (companyId: string, key: string): TableKey => ({ pk: `${companyId}#budget-key#${key}`, sk: 'key' })

/** Returns the order that was created with this idempotency key. */
export async function budgetOfKey(companyId: string, key: string): Promise<string | undefined> {
  const item = await getItem(keyKey(companyId, key), true)
  return item && String(item.budgetId)
}

/** Returns a write labelled `budgetKey`: a key creates one order, and is kept forever. */
export const budgetKeyWrite = (companyId: string, key: string, budgetId: string): Write =>
  put('budgetKey', { TableName: tableName(), Item: { ...keyKey(companyId, key), budgetId }, ...IF_NEW })

const pause = (round: number) =>
  new Promise(resolve => setTimeout(resolve, Math.random() * Math.min(500, 10 * 2 ** Math.min(round, 10))))

/** Last order in progress in this process, by company. */
const lines = new Map<string, Promise<unknown>>()

/**
 * Runs the orders that one process creates for a company one after the other, in their order:
 * otherwise they would compete for the same number.
 */
async function inLine<T>(companyId: string, work: () => Promise<T>): Promise<T> {
  const turn = (lines.get(companyId) ?? Promise.resolve()).then(work)
  const end = turn.catch(() => undefined)
  lines.set(companyId, end)
  try {
    return await turn
  } finally {
    if (lines.get(companyId) === end) lines.delete(companyId)
  }
}

/**
 * Runs the writes of an order with its number, all or none, and returns the number. Between
 * processes, a caller that loses a number pauses for a random, growing time and takes the next one;
 * only the counter is read again. Throws `WriteRefused` for any write but the number's, and
 * ERR_CONFLICT if it got no number by `until` (epoch ms).
 */
export const writeNumbered = (
  companyId: string,
  until: number,
  writesOf: (number: number) => readonly Write[],
): Promise<number> =>
  inLine(companyId, async () => {
    for (let round = 0; ; round++) {
      const last = await lastNumber(companyId)
      try {
        // The number's write is last, so that a fault of the order itself is reported first.
        await transact([...writesOf(last + 1), numberWrite(companyId, last)])
        return last + 1
      } catch (error) {
        const outdated = error instanceof WriteRefused && error.label === 'budgetNumber'
        if (!outdated && !isConflict(error)) throw error
        if (Date.now() > until) throw new AppError('ERR_CONFLICT', { cause: error })
        await pause(round)
      }
    }
  })
