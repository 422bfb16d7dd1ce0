import { type ReactNode, Suspense, useState } from 'react'
import { useListKeys } from '#/lib/use-list-keys.ts'
import { type Removal, useRemove } from '#/lib/use-remove.ts'
import { AddButton } from './add-button.tsx'
import { ListSearch } from './list-search.tsx'
import { type ListQuery, ListStates } from './list-states.tsx'
import { FirstUse } from './query-states.tsx'
import { Page, PageHeader } from './ui/page-header.tsx'

/** What a row can do, given to what draws the rows. */
export interface RowTools<Row> {
  /** The index the keyboard is at; -1: none. */
  active: number
  edit: (row: Row) => void
  remove: (row: Row) => void
}

interface ListScreenProps<Row, Answer> {
  /** The way back, of a list in a list. */
  back?: ReactNode
  title: string
  /** How many there are; nothing is said of none. */
  count?: string | undefined
  addLabel: string
  /** What can be done with the list as a whole, before the one way to add. */
  actions?: ReactNode
  /** False: this person makes none. */
  mayAdd?: boolean
  list: ListQuery
  rows: readonly Row[]
  search?: { label: string; text: string; searched: string; onChange: (text: string) => void; onClear: () => void }
  /** Pixels of a row, and how many stand in on the first load. */
  rowHeight: number
  skeletons: number
  /** Beside the search. */
  filters?: ReactNode
  /** Nothing can be in the list now: why, and what stands in its place. */
  locked?: { reason: string; instead: ReactNode } | undefined
  /** What the list is, while it is empty; without it an empty list shows its rows. */
  firstUse?: { icon: ReactNode; title: string; hint: string }
  removal: Removal<Row, Answer>
  /** What Enter does with a row; the dialog unless it is given. */
  onOpen?: ((row: Row) => void) | undefined
  /** Makes a row (null) or changes one. */
  dialog: (row: Row | null, onClose: () => void) => ReactNode
  children: (tools: RowTools<Row>) => ReactNode
}

/** A screen that is a list: heading, search, the one way to add, the rows or what stands in their place, a dialog for one of them. */
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
    <Page
      header={
        <>
          {props.back}
          <PageHeader
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
          </PageHeader>
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
    </Page>
  )
}
