/**
 * Making an order: one transaction under the number that comes next. Numbers of a company have no gaps, so each waits for the one before
 * it: the counter's row is raised under the value that was read, and who finds another there takes the next.
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

/** A write labelled `budgetNumber`: raises the counter from `last`, refused when it is elsewhere by now. */
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

/** The order that was made with this key. */
export async function budgetOfKey(companyId: string, key: string): Promise<string | undefined> {
  const item = await getItem(keyKey(companyId, key), true)
  return item && String(item.budgetId)
}

/** A write labelled `budgetKey`: a key makes one order. It stays for good. */
export const budgetKeyWrite = (companyId: string, key: string, budgetId: string): Write =>
  put('budgetKey', { TableName: tableName(), Item: { ...keyKey(companyId, key), budgetId }, ...IF_NEW })

const pause = (round: number) =>
  new Promise(resolve => setTimeout(resolve, Math.random() * Math.min(500, 10 * 2 ** Math.min(round, 10))))

/** The ends of the lines in this process, by company. */
const lines = new Map<string, Promise<unknown>>()

/** Orders of a company that one process makes at once are made one after the other, in their order: they would all want the same number. */
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
 * Runs the writes of an order with its number, all or none, and answers the number. Between processes who loses a number pauses for a
 * random time that grows, and takes the next one; nothing is read again but the counter. Throws `WriteRefused` for any write but the
 * number's, and ERR_CONFLICT when its turn did not come until then (epoch ms).
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
        // Last, so that what is wrong with the order is told before its number is.
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
