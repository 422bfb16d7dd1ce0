/**
 * Creates orders: one transaction under the next number. Numbers of a company have no gaps, so each
 * waits for the previous one: the counter's row is incremented provided that it has the value that
 * was read, and a caller that finds another value takes the next.
 */
import { AppError } from '@balcao/shared/errors.ts'
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { isConflict, put, transact, update, type Write, WriteConflict } from '../table/transact.ts'

const NUMBERS = defineRow({
  kind: 'budgetNumber',
  key: { pk: '${companyId}#budget-number', sk: 'number' },
  content: z.object({ companyId: z.string(), last: z.number() }),
  keyOnly: ['companyId'],
  unmarked: true,
})

/** Returns the number of the last order; 0 before the first. */
export async function lastNumber(companyId: string): Promise<number> {
  return (await NUMBERS.get({ companyId }, { consistent: true }))?.last ?? 0
}

/**
 * Returns a write labelled `budgetNumber` that increments the counter from `last`; refused if it
 * has another value by now.
 */
const numberWrite = (companyId: string, last: number): Write =>
  update(
    'budgetNumber',
    NUMBERS.upsert(
      { companyId },
      { set: { last: last + 1 }, when: is => [last === 0 ? is.absent('last') : is.equal('last', last)] },
    ),
  )

const KEYS = defineRow({
  kind: 'budgetKey',
  key: { pk: '${companyId}#budget-key#${key}', sk: 'key' },
  content: z.object({ companyId: z.string(), key: z.string(), budgetId: z.string() }),
  keyOnly: ['companyId', 'key'],
  unmarked: true,
})

/** Returns the order that was created with this idempotency key. */
export async function budgetOfKey(companyId: string, key: string): Promise<string | undefined> {
  return (await KEYS.get({ companyId, key }, { consistent: true }))?.budgetId
}

/** Returns a write labelled `budgetKey`: a key creates one order, and is kept forever. */
export const budgetKeyWrite = (companyId: string, key: string, budgetId: string): Write =>
  put('budgetKey', KEYS.create({ companyId, key, budgetId }))

const pause = (round: number) =>
  new Promise(resolve => setTimeout(resolve, Math.random() * Math.min(500, 10 * 2 ** Math.min(round, 10))))

/** Last order in progress in this process, by company. */
const lines = new Map<string, Promise<unknown>>()

/**
 * Runs the orders that one process creates for a company one after the other, in their order:
 * otherwise they would compete for the same number.
 */
async function inLine<T>(companyId: string, work: () => Promise<T>): Promise<T> {
  const running = (lines.get(companyId) ?? Promise.resolve()).then(work)
  const end = running.catch(() => undefined)
  lines.set(companyId, end)
  try {
    return await running
  } finally {
    if (lines.get(companyId) === end) lines.delete(companyId)
  }
}

/**
 * Runs the writes of an order with its number, all or none, and returns the number. Between
 * processes, a caller that loses a number pauses for a random, growing time and takes the next one;
 * only the counter is read again. Throws `WriteConflict` for any write but the number's, and
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
        const outdated = error instanceof WriteConflict && error.label === 'budgetNumber'
        if (!outdated && !isConflict(error)) throw error
        if (Date.now() > until) throw new AppError('ERR_CONFLICT', { cause: error })
        await pause(round)
      }
    }
  })
