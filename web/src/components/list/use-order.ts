import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage, languageTags } from '#/lib/i18n.ts'
import type { PagedQuery } from '../paged-rows.tsx'
import { type Column, columnsKey, type Sorting, sortRows } from './column.ts'
import type { ListOrder } from './list-heads.tsx'

/** Rows that are loaded at most in order to sort a list that comes whole. */
const MAX_ROWS = 1000

/** Order that the server gives: by the columns that have a `sortKey`. */
export interface ServerOrder {
  sorting: Sorting | null
  onSort: (sorting: Sorting | null) => void
  /** Number of rows: where so many can be loaded, this browser sorts by the other columns. */
  count?: number | undefined
  /** Says which rows are sorted, if not all. */
  hint?: string
}

/**
 * Returns the rows in the chosen order, and what the heads need: by the server where it sorts, else
 * by this browser once the list is whole, for which its other pages are loaded.
 * @param order the server's order; `whole` for a list that comes whole, null for one that has its
 * own order only
 */
export function useOrder<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  list: PagedQuery,
  order: ServerOrder | 'whole' | null,
): { rows: readonly Row[]; order: ListOrder | undefined } {
  const { t } = useTranslation('lists')
  const [own, setOwn] = useState<Sorting | null>(null)
  const isWhole = order === 'whole' || (order?.count !== undefined && order.count <= MAX_ROWS)
  const sorting = isWhole ? own : null
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  useEffect(() => {
    if (sorting !== null && hasNextPage && !isFetchingNextPage && rows.length < MAX_ROWS) void fetchNextPage()
  }, [sorting, hasNextPage, isFetchingNextPage, rows, fetchNextPage])
  const key = columnsKey(columns)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the columns
  const sorted = useMemo(() => sortRows(rows, columns, sorting, languageTags[currentLanguage()]), [key, rows, sorting])
  const isOrdered = (id: string) => columns.some(column => column.id === id && column.order !== null)
  if (order === null) return { rows, order: undefined }
  if (order !== 'whole') {
    const isServers = (id: string) => columns.some(column => column.id === id && column.sortKey !== undefined)
    const onSort = (next: Sorting | null) => {
      const isOwn = next !== null && !isServers(next.by)
      setOwn(isOwn ? next : null)
      order.onSort(isOwn ? null : next)
    }
    return {
      rows: sorted,
      order: {
        sorting: sorting ?? order.sorting,
        onSort,
        isSortable: id => isServers(id) || (isWhole && isOrdered(id)),
        hint: order.hint ?? t('sort.all'),
      },
    }
  }
  const isPart = hasNextPage && rows.length >= MAX_ROWS
  return {
    rows: sorted,
    order: {
      sorting,
      onSort: setOwn,
      isSortable: isOrdered,
      hint: isPart ? t('sort.loaded', { count: rows.length }) : t('sort.all'),
    },
  }
}
