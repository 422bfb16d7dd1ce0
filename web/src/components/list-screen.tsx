import { SearchX } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useListKeys } from '#/lib/use-list-keys.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { type Removal, useRemove } from '#/lib/use-remove.ts'
import { AddButton } from './add-button.tsx'
import { ListTable, type RowsShown } from './list/list-table.tsx'
import { ListTools } from './list/list-tools.tsx'
import type { BulkAction } from './list/selection-bar.tsx'
import { useBulkRemoval } from './list/use-bulk.tsx'
import { useFirstRows } from './list/use-first-rows.ts'
import { type ServerOrder, useOrder } from './list/use-order.ts'
import { useSelection } from './list/use-selection.ts'
import { ListSearch } from './list-search.tsx'
import { type ListQuery, ListStates } from './list-states.tsx'
import type { PagedQuery } from './paged-rows.tsx'
import { FirstUse } from './query-states.tsx'
import type { RowAction } from './row-action.ts'
import { Button } from './ui/button.tsx'
import { EmptyState } from './ui/empty-state.tsx'
import { Screen, ScreenHeader } from './ui/screen-header.tsx'

interface ListScreenProps<Row, Answer> extends RowsShown<Row> {
  /** Link to the parent list, where the list belongs to one. */
  back?: ReactNode
  title: string
  /** Number of rows, where the server counts them; else that of the loaded ones is shown. */
  count?: number | undefined
  /** True if there are more rows than `count` says. */
  countIsPart?: boolean | undefined
  /** A short status beside the count. */
  meta?: ReactNode
  /** Label of the add button; absent: nobody adds rows here. */
  addLabel?: string
  /** Controls before the add button. */
  actions?: ReactNode
  /** Actions on the list as a whole, before the add button; on a phone behind one. */
  tools?: readonly RowAction[]
  /** False: this person may not add rows. */
  mayAdd?: boolean
  /** Adds a row; opens the dialog by default. */
  onAdd?: () => void
  list: ListQuery & Partial<PagedQuery>
  rows: readonly Row[]
  search?: { label: string; text: string; searched: string; onChange: (text: string) => void; onClear: () => void }
  /** Hint below the search. */
  searchHint?: string | undefined
  /** Number of skeleton rows on the first load. */
  skeletons: number
  /** Minimum height of a row, px, for lists with pictures. */
  rowHeight?: number
  /** Filters beside the search. */
  filters?: ReactNode
  /** Set while the list cannot have rows: the reason, and what is shown in its place. */
  locked?: { reason: string; instead: ReactNode } | undefined
  /** Explains an empty list: the usual first step, or content of the screen's own. */
  firstUse?: { icon: ReactNode; title: string; hint: string } | { instead: ReactNode }
  /** Content above and below the rows. */
  above?: ReactNode
  below?: ReactNode
  /**
   * Order of the list: the server's; null for one that has only its usual order. By default the
   * list comes whole, and any column sorts it.
   */
  order?: ServerOrder | null
  removal?: Removal<Row, Answer>
  /** Asks and deletes in the screen's own way. */
  onDelete?: (row: Row) => void
  /** Rows this person may not change or delete; all may be by default. */
  mayEdit?: (row: Row) => boolean
  mayDelete?: (row: Row) => boolean
  /** Set if nobody edits or deletes rows of this list, or this person none of them. */
  noEdit?: boolean
  noDelete?: boolean
  /** Actions on several rows, before their deletion. */
  bulk?: readonly BulkAction<Row>[]
  /** False: rows are not deleted together. */
  bulkDelete?: boolean
  /** Opens a row, by default in the dialog, as `edit` does. Null: there is nothing to open. */
  onOpen?: ((row: Row, edit: (row: Row) => void) => void) | null | undefined
  /** Edits a row; opens the dialog by default. */
  onEdit?: (row: Row) => void
  /** Creates a row (null) or edits one. */
  dialog?: (row: Row | null, onClose: () => void) => ReactNode
}

/** Stands for the next page of a list that comes whole. */
const noNextPage = async () => undefined

/**
 * Shows a screen with a list: heading and count, search, filters, the add button, the rows or the
 * state shown in their place, and a dialog for one row. Sorting, the choice of columns, selection
 * and the actions of a row are the same in each.
 */
export function ListScreen<Row extends { id: string }, Answer = unknown>(props: ListScreenProps<Row, Answer>) {
  const { t } = useTranslation('lists')
  const { search, locked, mayAdd = true, removal, mayEdit = () => true, mayDelete = () => true, firstUse } = props
  const { columns, nameOf, bulkDelete = true, dialog, noEdit = false, noDelete = false } = props
  const { rowHeight: plain } = useListRowHeight()
  const rowHeight = Math.max(plain, props.rowHeight ?? 0)
  const [shown, setShown] = useState<Row | 'new' | null>(null)
  const { isPlaceholderData, hasNextPage = false, isFetchingNextPage = false, fetchNextPage = noNextPage } = props.list
  const pages: PagedQuery = { isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage }
  const { rows, order } = useOrder(columns, props.rows, pages, props.order === undefined ? 'whole' : props.order)
  const { isLooking, goOn } = useFirstRows(rows.length, props.list.isError ? { ...pages, hasNextPage: false } : pages)
  const selection = useSelection(rows)
  const { onOpen: openOwn } = props
  const onOpen = openOwn === null ? undefined : openOwn ? (row: Row) => openOwn(row, setShown) : dialog && setShown
  const onEdit = noEdit ? undefined : (props.onEdit ?? (dialog && setShown))
  const active = useListKeys(rows.length, index => {
    const row = rows[index]
    if (row) onOpen?.(row)
  })
  const askRemove = useRemove<Row, Answer>(removal ?? noRemoval)
  const onDelete = noDelete ? undefined : (props.onDelete ?? (removal && (row => void askRemove(row))))
  const bulkRemoval = useBulkRemoval(noDelete || !bulkDelete ? undefined : removal, nameOf, mayDelete, selection.clear)
  const bulk = [...(props.bulk ?? []), ...(bulkRemoval ? [bulkRemoval] : [])]
  const add = props.onAdd ?? (() => setShown('new'))
  const { addLabel } = props
  const isMore = props.count === undefined ? hasNextPage : (props.countIsPart ?? false)
  return (
    <Screen
      header={
        <>
          {props.back}
          <ScreenHeader
            title={props.title}
            count={locked || props.list.isPending ? undefined : (props.count ?? rows.length)}
            more={isMore}
            meta={props.meta}
            action={
              <>
                {props.tools && props.tools.length > 0 && <ListTools tools={props.tools} />}
                {props.actions}
                {mayAdd && addLabel && <AddButton label={addLabel} disabledReason={locked?.reason} onClick={add} />}
              </>
            }
          >
            {search && !locked && (
              <ListSearch label={search.label} value={search.text} onChange={search.onChange} hint={props.searchHint} />
            )}
            {props.filters}
          </ScreenHeader>
        </>
      }
    >
      {locked ? (
        locked.instead
      ) : goOn ? (
        <EmptyState
          icon={<SearchX size={20} />}
          title={t('goOn.title')}
          action={<Button onClick={goOn}>{t('goOn.action')}</Button>}
        />
      ) : (
        <ListStates
          list={isLooking ? { ...props.list, isPending: true } : props.list}
          count={rows.length}
          rowHeight={rowHeight}
          rows={props.skeletons}
          {...(search ? { search } : {})}
          {...(firstUse
            ? {
                firstUse:
                  'instead' in firstUse ? (
                    firstUse.instead
                  ) : (
                    <FirstUse
                      icon={firstUse.icon}
                      title={firstUse.title}
                      addLabel={addLabel ?? ''}
                      onAdd={mayAdd && addLabel ? add : undefined}
                    >
                      {firstUse.hint}
                    </FirstUse>
                  ),
              }
            : {})}
        >
          {props.above}
          <ListTable<Row>
            name={props.name}
            label={props.title}
            list={pages}
            rows={rows}
            columns={columns}
            card={props.card}
            lead={props.lead}
            nameOf={nameOf}
            more={props.more}
            rowHeight={rowHeight}
            active={active}
            order={order}
            onOpen={onOpen}
            onEdit={onEdit && (row => (mayEdit(row) ? () => onEdit(row) : undefined))}
            onDelete={onDelete && (row => (mayDelete(row) ? () => onDelete(row) : undefined))}
            selection={selection}
            bulk={bulk}
          />
          {props.below}
        </ListStates>
      )}
      <Suspense>{shown && dialog?.(shown === 'new' ? null : shown, () => setShown(null))}</Suspense>
    </Screen>
  )
}

/** Stands for the removal of a list without one; it is never asked for. */
const noRemoval = {
  title: () => '',
  hint: '',
  done: '',
  call: () => Promise.reject(new Error('nothing is removed here')),
  list: [],
  rowsKey: null,
}
