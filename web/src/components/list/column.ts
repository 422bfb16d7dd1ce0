import type { ReactNode } from 'react'
import { textWidth } from '#/lib/text-width.ts'

/** Column of a list in one-line rows. */
export interface Column<Row> {
  /** Name by which a browser keeps whether it is shown. */
  id: string
  head: string
  /**
   * Words of the cell: they size the column, are its hint where it is cut, and order it. Nothing is
   * shown as a dash.
   */
  text: (row: Row) => string
  /** Drawn in place of the words. */
  cell?: (row: Row) => ReactNode
  /** Room beside the words for what `cell` draws, px: in all rows, or in this one. */
  beside?: number | ((row: Row) => number)
  /** Maximum width, px. */
  most?: number
  /** Never shrinks: its words differ in their end. */
  whole?: true
  /** Figures: aligned at the end. */
  end?: true
  /** Name of the row: emphasised, and always shown. */
  main?: true
  /** Value it is ordered by, its words by default; null: nothing is ordered by it. */
  order?: ((row: Row) => string | number) | null
  /** Name by which the server sorts it. */
  sortKey?: string
  /** The cell has controls of its own, beside the row's button. */
  apart?: true
  /** Width of the window from which it is shown, px. */
  from?: 1200 | 1440
  /** Screen readers read its head before the words, which say nothing without it. */
  named?: true
  /** Hidden until it is chosen. */
  optional?: true
}

export interface Sorting {
  by: string
  descending: boolean
}

/** Rows that are measured: the next ones would move the columns of those before. */
const MEASURED = 100
/** Gap between columns, px. */
const GAP = 16
/** Room of the mark that shows the order beside a head, px. */
const MARK = 18
/** Maximum width of a column by default, and the width to which one of words may shrink, px. */
const MOST = 300
const LEAST = 72
const LEAST_MAIN = 132
/** Width of a name in its medium weight, against the same words in the regular one. */
const MEDIUM = 1.06

/**
 * Returns the tracks of a grid: each column is as wide as what it holds, shrinks where there is no
 * room, and what is left over stays free at the end. Figures never shrink.
 */
export function tracksOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[], lead: number): string {
  const measured = rows.slice(0, MEASURED)
  const tracks = columns.map(({ head, text, beside = 0, most = MOST, end, whole, main }) => {
    const weight = main ? MEDIUM : 1
    const widthOf = (row: Row) => textWidth(text(row)) * weight + (typeof beside === 'number' ? beside : beside(row))
    const longest = measured.reduce((width, row) => Math.max(width, widthOf(row)), 0)
    const ideal = Math.min(most, Math.max(textWidth(head) + MARK, longest, 40))
    const least = end || whole ? ideal : Math.min(ideal, main ? LEAST_MAIN : LEAST)
    return `minmax(${Math.ceil(least)}px,${Math.ceil(ideal)}px)`
  })
  return [...(lead > 0 ? [`${lead}px`] : []), ...tracks, 'minmax(0,1fr)'].join(' ')
}

export const COLUMN_GAP = `${GAP}px`

/**
 * Returns what tells columns apart: each render makes them anew, and their words change with the
 * columns and their heads, which are in the person's language.
 */
export const columnsKey = <Row>(columns: readonly Column<Row>[]): string =>
  columns.map(({ id, head }) => `${id} ${head}`).join('\n')

/** Returns the rows in the order of a column; those without a value come last. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting | null,
  language: string,
): readonly Row[] {
  const column = columns.find(({ id }) => id === sorting?.by)
  if (!column || !sorting) return rows
  const keyOf = column.order ?? column.text
  const { compare } = new Intl.Collator(language, { numeric: true })
  const direction = sorting.descending ? -1 : 1
  return rows
    .map(row => ({ row, value: keyOf(row) }))
    .sort((a, b) => {
      if (a.value === '' || b.value === '') return Number(a.value === '') - Number(b.value === '')
      const order =
        typeof a.value === 'number' && typeof b.value === 'number'
          ? a.value - b.value
          : compare(String(a.value), String(b.value))
      return order * direction
    })
    .map(({ row }) => row)
}
