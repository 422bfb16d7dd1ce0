import { isDeepStrictEqual } from 'node:util'
import { transact, type Write, WriteConflict } from '../table/transact.ts'
import type { Figures } from './figures.ts'

type WithFigures = { figures: Figures }

const present = (figures: Figures): Figures => Object.fromEntries(Object.entries(figures).filter(([, value]) => value))

/**
 * Sets each row whose figures differ from the sum with its key. Returns how many were set, and how
 * many were not because they were changed since they were read.
 * @param rows rows as they were read before their sums were made
 * @param write returns a write that sets a row, refused if it was changed since it was read
 */
export async function correctRows<Row extends WithFigures, Sum extends WithFigures>(
  rows: ReadonlyMap<string, Row>,
  sums: ReadonlyMap<string, Sum>,
  write: (key: string, row: Row | undefined, sum: Sum | undefined, figures: Figures) => Write,
): Promise<{ corrected: number; refused: number }> {
  const done = { corrected: 0, refused: 0 }
  for (const key of new Set([...rows.keys(), ...sums.keys()])) {
    const [row, sum] = [rows.get(key), sums.get(key)]
    const figures = present(sum?.figures ?? {})
    if (isDeepStrictEqual(present(row?.figures ?? {}), figures)) continue
    try {
      await transact([write(key, row, sum, figures)])
      done.corrected++
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error
      done.refused++
    }
  }
  return done
}
