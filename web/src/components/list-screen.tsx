import { type ReactNode, Suspense, useState } from 'react'
import { useListKeys } from '#/lib/use-list-keys.ts'
import { type Removal, useRemove } from '#/lib/use-remove.ts'
import { AddButton } from './add-button.tsx'
import { ListSearch } from './list-search.tsx'
import { type ListQuery, ListStates } from './list-states.tsx'
import { FirstUse } from './query-states.tsx'
import { Screen, ScreenHeader } from './ui/screen-header.tsx'

/** State and actions of a row, passed to the function that renders the rows. */
export interface RowTools<Row> {
  /** Index of the row marked by the keyboard; -1: none. */
  active: number
  edit: (row: Row) => void
  remove: (row: Row) => void
}

interface ListScreenProps<Row, Answer> {
  /** Link to the parent list, where the list belongs to one. */
  back?: ReactNode
  title: string
  /** Number of rows as text; nothing is shown for an empty list. */
  count?: string | undefined
  addLabel: string
  /** Actions on the list as a whole, before the add button. */
  actions?: ReactNode
  /** False: this person may not add rows. */
  mayAdd?: boolean
  list: ListQuery
  rows: readonly Row[]
  search?: { label: string; text: string; searched: string; onChange: (text: string) => void; onClear: () => void }
  /** Height of a row, px, and the number of skeleton rows on the first load. */
  rowHeight: number
  skeletons: number
  /** Filters beside the search. */
  filters?: ReactNode
  /** Set while the list cannot have rows: the reason, and what is shown in its place. */
  locked?: { reason: string; instead: ReactNode } | undefined
  /** Explains an empty list; without it an empty list shows its rows. */
  firstUse?: { icon: ReactNode; title: string; hint: string }
  removal: Removal<Row, Answer>
  /** Action of Enter on a row; opens the dialog by default. */
  onOpen?: ((row: Row) => void) | undefined
  /** Creates a row (null) or edits one. */
  dialog: (row: Row | null, onClose: () => void) => ReactNode
  children: (tools: RowTools<Row>) => ReactNode
}

/**
 * Shows a screen with a list: heading, search, the add button, the rows or the state shown in their
 * place, and a dialog for one row.
 */
export function ListScreen<Row extends { id: string }, Answer>(props: ListScreenProps<Row, Answer>) {
  const { rows, search, firstUse, locked, mayAdd = true } = props
  const [shown, setShown] = useState<Row | 'new' | null>(null)
  const active = useListKeys(rows.length, index => {
    const row = rows[index]
    if (row) (props.onOpen ?? setShown)(row)
  })
  const askRemove = useRemove(props.removal)
  const add = () => setShown('new')
  return (
    <Screen
      header={
        <>
          {props.back}
          <ScreenHeader
            title={props.title}
            meta={props.count}
            action={
              <>
                {props.actions}
                {mayAdd && <AddButton label={props.addLabel} disabledReason={locked?.reason} onClick={add} />}
              </>
            }
          >
            {search && !locked && <ListSearch label={search.label} value={search.text} onChange={search.onChange} />}
            {props.filters}
          </ScreenHeader>
        </>
      }
    >
      {locked ? (
        locked.instead
      ) : (
        <ListStates
          list={props.list}
          count={rows.length}
          rowHeight={props.rowHeight}
          rows={props.skeletons}
          {...(search ? { search } : {})}
          {...(firstUse
            ? {
                firstUse: (
                  <FirstUse
                    icon={firstUse.icon}
                    title={firstUse.title}
                    addLabel={props.addLabel}
                    onAdd={mayAdd ? add : undefined}
                  >
                    {firstUse.hint}
                  </FirstUse>
                ),
              }
            : {})}
        >
          {props.children({ active, edit: setShown, remove: row => void askRemove(row) })}
        </ListStates>
      )}
      <Suspense>{shown && props.dialog(shown === 'new' ? null : shown, () => setShown(null))}</Suspense>
    </Screen>
  )
}
