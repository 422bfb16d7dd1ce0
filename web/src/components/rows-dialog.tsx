import { Plus } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { type Removal, useRemove } from '#/lib/use-remove.ts'
import { type ListQuery, ListStates } from './list-states.tsx'
import { type PagedQuery, PagedRows } from './paged-rows.tsx'
import { FirstUse } from './query-states.tsx'
import { Button } from './ui/button.tsx'
import { Dialog } from './ui/dialog.tsx'
import { SearchInput } from './ui/input.tsx'

interface RowsDialogProps<Row> {
  title: string
  description?: ReactNode
  size?: 'md' | 'lg'
  addLabel: string
  /** False: none can be added now. */
  mayAdd?: boolean
  /** Explanation of the rows, beside the add button. */
  hint?: string
  list: ListQuery & PagedQuery
  rows: readonly Row[]
  search?: { label: string; text: string; searched: string; onChange: (text: string) => void; onClear: () => void }
  /** Height of a row, px, and the number of skeleton rows on the first load. */
  rowHeight: number
  skeletons: number
  /** Shown in the list's place while it cannot have rows. */
  instead?: ReactNode
  /** Explains an empty list. */
  firstUse: { icon: ReactNode; title: string; hint: string }
  removal: Removal<Row>
  /** Creates a row (null) or edits one. */
  dialog: (row: Row | null, onClose: () => void) => ReactNode
  onClose: () => void
  /** Renders a row. */
  children: (row: Row, tools: { edit: (row: Row) => void; remove: (row: Row) => void }) => ReactNode
}

/**
 * Shows the rows that belong to a row of a list, in a dialog above it: search, the add button, the
 * rows or the state shown in their place, and a dialog for one row.
 */
export function RowsDialog<Row extends { id: string }>(props: RowsDialogProps<Row>) {
  const { title, description, size = 'md', addLabel, mayAdd = true, list, rows, search, rowHeight, firstUse } = props
  const [shown, setShown] = useState<Row | 'new' | null>(null)
  const askRemove = useRemove(props.removal)
  const add = () => setShown('new')
  const above = (rows.length > 0 || Boolean(search?.text)) && Boolean(search || props.hint || mayAdd)
  const tools = { edit: setShown, remove: (row: Row) => void askRemove(row) }
  return (
    <Dialog open onOpenChange={open => !open && props.onClose()} title={title} description={description} size={size}>
      <div className="flex max-h-[min(60dvh,32rem)] min-h-64 flex-col gap-3">
        {props.instead ? (
          props.instead
        ) : (
          <>
            {above && (
              <div className="flex flex-wrap items-start justify-end gap-2">
                {search && (
                  <div className="min-w-56 flex-1">
                    <SearchInput label={search.label} value={search.text} onChange={search.onChange} />
                  </div>
                )}
                {props.hint && <p className="min-w-0 flex-1 text-ink-2 text-sm">{props.hint}</p>}
                {mayAdd && (
                  <Button variant="primary" icon={<Plus size={16} />} onClick={add}>
                    {addLabel}
                  </Button>
                )}
              </div>
            )}
            <ListStates
              list={list}
              count={rows.length}
              rowHeight={rowHeight}
              rows={props.skeletons}
              {...(search ? { search } : {})}
              firstUse={
                <FirstUse
                  icon={firstUse.icon}
                  title={firstUse.title}
                  addLabel={addLabel}
                  onAdd={mayAdd ? add : undefined}
                >
                  {firstUse.hint}
                </FirstUse>
              }
            >
              <PagedRows list={list} label={title} items={rows} rowHeight={rowHeight} activeIndex={-1}>
                {row => props.children(row, tools)}
              </PagedRows>
            </ListStates>
          </>
        )}
      </div>
      <Suspense>{shown && props.dialog(shown === 'new' ? null : shown, () => setShown(null))}</Suspense>
    </Dialog>
  )
}
