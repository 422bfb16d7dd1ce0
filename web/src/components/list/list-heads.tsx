import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { COLUMN_GAP, type Column, type Sorting } from './column.ts'

/** Height of the heads, px. */
export const HEADS_HEIGHT = 36

export interface ListOrder {
  /** Order of the list; null: its usual one. */
  sorting: Sorting | null
  onSort: (sorting: Sorting | null) => void
  /** True for a column the list can be sorted by. */
  isSortable: (id: string) => boolean
  /** Says what is sorted: the whole list, or the rows that are loaded. */
  hint: string
}

interface ListHeadsProps<Row> {
  columns: readonly Column<Row>[]
  tracks: string
  /** True if the rows have something before their first column. */
  lead: boolean
  order: ListOrder | undefined
  before: ReactNode
  after: ReactNode
  /** Number of icon buttons at the end of a row. */
  actions: number
}

/**
 * Shows the heads of the columns: a button where the list can be sorted by one. The others are
 * hidden from screen readers, since each row names its own values.
 */
export function ListHeads<Row>({ columns, tracks, lead, order, before, after, actions }: ListHeadsProps<Row>) {
  return (
    <div
      style={{ height: HEADS_HEIGHT }}
      className="sticky top-0 z-20 flex items-center gap-3 border-line border-b bg-bg px-3 font-medium text-ink-2 text-xs"
    >
      {before}
      <span className="grid min-w-0 flex-1 items-center" style={{ gridTemplateColumns: tracks, columnGap: COLUMN_GAP }}>
        {lead && <span aria-hidden />}
        {columns.map(column => (
          <Head key={column.id} column={column} order={order} />
        ))}
      </span>
      <span
        className="flex shrink-0 justify-end"
        style={{ minWidth: `calc(${Math.max(actions, 1)} * var(--control-h-sm))` }}
      >
        {after}
      </span>
    </div>
  )
}

function Head<Row>({ column: { id, head, end }, order }: { column: Column<Row>; order: ListOrder | undefined }) {
  const { t } = useTranslation('lists')
  if (!order?.isSortable(id))
    return (
      <span aria-hidden title={head} className={cn('truncate', end && 'text-right')}>
        {head}
      </span>
    )
  const { sorting, onSort, hint } = order
  const mine = sorting?.by === id ? sorting : null
  // A third press gives the list's usual order back.
  const next = !mine ? { by: id, descending: false } : mine.descending ? null : { by: id, descending: true }
  const state = !mine ? 'unsorted' : mine.descending ? 'descending' : 'ascending'
  const Arrow = mine?.descending ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={() => onSort(next)}
      aria-label={t(`sort.${state}`, { column: head })}
      title={hint}
      className={cn(
        'group -mx-1 flex h-7 min-w-0 items-center gap-1 rounded-sm px-1 hover:bg-hover hover:text-ink',
        end && 'flex-row-reverse',
        mine && 'text-ink',
      )}
    >
      <span className="truncate">{head}</span>
      <Arrow
        aria-hidden
        size={12}
        className={cn('icon shrink-0', !mine && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60')}
      />
    </button>
  )
}
