/** Counts what became of the rows of another system, by kind and reason. */
import {
  IMPORT_KINDS,
  type Imported,
  type ImportKind,
  type ImportRecord,
  type KindTally,
  type Refusal,
} from '@balcao/shared/rules/imports/record.ts'

export type Tally = Map<ImportKind, KindTally>

export const newTally = (kept: readonly KindTally[] = []): Tally =>
  new Map([
    ...IMPORT_KINDS.map((kind): [ImportKind, KindTally] => [
      kind,
      { kind, taken: 0, there: 0, joined: {}, refused: {}, changed: {} },
    ]),
    ...structuredClone(kept).map((one): [ImportKind, KindTally] => [one.kind, one]),
  ])

const add = (counts: Partial<Record<string, number>>, reason: string, by = 1): void => {
  counts[reason] = (counts[reason] ?? 0) + by
}

/** Counts an element of the stream, as if every record were taken. */
export function count(tally: Tally, element: Imported): void {
  if ('notice' in element) {
    const { kind, effect, reason } = element.notice
    add(tally.get(kind)![effect], reason)
  } else countRecord(tally, element.record, 'taken')
}

/** Counts a record, and the rows that are in it, by what became of it. */
export function countRecord(
  tally: Tally,
  { kind, isFurther, contains = {} }: ImportRecord,
  outcome: 'taken' | 'there' | { refused: Refusal },
): void {
  if (isFurther) return
  for (const [part, number] of [[kind, 1], ...Object.entries(contains)] as [ImportKind, number][]) {
    const counts = tally.get(part)!
    if (typeof outcome === 'object') add(counts.refused, outcome.refused, number)
    else counts[outcome] += number
  }
}

const sumOf = (counts: Partial<Record<string, number>>): number =>
  Object.values(counts).reduce<number>((sum, one) => sum + (one ?? 0), 0)

/** Returns the number of rows whose outcome a tally knows. */
export const rowsWithOutcome = ({ taken, there, joined, refused }: KindTally): number =>
  taken + there + sumOf(joined) + sumOf(refused)

/** Returns the kinds of which something was counted. */
export const countedIn = (tally: Tally): KindTally[] =>
  [...tally.values()].filter(one => rowsWithOutcome(one) > 0 || Object.keys(one.changed).length > 0)
