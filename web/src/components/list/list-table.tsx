import { CheckSquare } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { ListRow, RowActions, RowOpener } from '../list-row.tsx'
import { type PagedQuery, PagedRows } from '../paged-rows.tsx'
import type { RowAction } from '../row-action.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { COLUMN_GAP, type Column, columnsKey, tracksOf } from './column.ts'
import { ColumnChoice } from './column-choice.tsx'
import { HEADS_HEIGHT, ListHeads, type ListOrder } from './list-heads.tsx'
import { type BulkAction, SelectionBar } from './selection-bar.tsx'
import { useColumns } from './use-columns.ts'
import type { Selection } from './use-selection.ts'

/** A row as two lines, where there is no room for columns. */
export interface Card {
  title: ReactNode
  line: ReactNode
  /** At the end of the row; may have controls of its own. */
  end?: ReactNode
}

/** Something before the columns of a row: a picture, an avatar, a colour. */
export interface Lead<Row> {
  /** Its width in one-line rows, px. */
  width: number
  show: (row: Row, oneLine: boolean) => ReactNode
}

/** Parts of its rows that a list shows, and the actions on one. */
export interface RowsShown<Row> {
  /** Name by which the browser keeps the choice of columns. */
  name: string
  columns: readonly Column<Row>[]
  card: (row: Row) => Card
  lead?: Lead<Row> | undefined
  /** Name of a row, which its controls contain. */
  nameOf: (row: Row) => string
  /**
   * Actions of this list only, before edit and delete; the same ones
   * in the same order for each row.
   */
  more?: ((row: Row) => readonly RowAction[]) | undefined
}

interface ListTableProps<Row> extends RowsShown<Row> {
  label: string
  list: PagedQuery
  rows: readonly Row[]
  rowHeight: number
  active: number
  order?: ListOrder | undefined
  onOpen?: ((row: Row) => void) | undefined
  /** Undefined: no row of this list has the action for this person. */
  onEdit?: ((row: Row) => (() => void) | undefined) | undefined
  onDelete?: ((row: Row) => (() => void) | undefined) | undefined
  selection?: Selection<Row> | undefined
  bulk?: readonly BulkAction<Row>[]
  className?: string
}

/** Height of the bar above selected rows on a phone, px. */
const BAR_HEIGHT = 48

/**
 * Shows the rows of a list: one line in columns under heads where there is room and a mouse, else
 * cards of two lines.
 */
export function ListTable<Row extends { id: string }>(props: ListTableProps<Row>) {
  const { name, label, list, rows, columns, card, lead, nameOf, more, order, selection, bulk = [] } = props
  const { t } = useTranslation(['lists', 'common'])
  const { oneLine } = useListRowHeight()
  const { shown, isChosen, toggle, reset } = useColumns(name, columns)
  const leadWidth = lead?.width ?? 0
  const key = columnsKey(shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the columns
  const tracks = useMemo(() => tracksOf(shown, rows, leadWidth), [key, rows, leadWidth])
  const mayChoose = selection !== undefined && bulk.length > 0
  const isChoosing = mayChoose && selection.count > 0
  const icons = (rows[0] && more ? more(rows[0]).length : 0) + (props.onEdit ? 1 : 0) + (props.onDelete ? 1 : 0)
  const heads = oneLine && (
    <ListHeads
      columns={shown}
      tracks={tracks}
      lead={leadWidth > 0}
      order={order}
      actions={icons}
      before={
        mayChoose && (
          <Checkbox
            checked={false}
            onCheckedChange={() => selection.toggleAll(true)}
            aria-label={t('selection.all', { count: rows.length })}
          />
        )
      }
      after={
        columns.length > 2 && (
          <ColumnChoice columns={columns} shown={shown} isChosen={isChosen} onToggle={toggle} onReset={reset} />
        )
      }
    />
  )
  const barHeight = oneLine ? HEADS_HEIGHT : BAR_HEIGHT
  return (
    <PagedRows
      list={list}
      label={label}
      items={rows}
      rowHeight={props.rowHeight}
      activeIndex={props.active}
      focusable={!props.onOpen && icons === 0 && !mayChoose}
      className={props.className}
      headerHeight={oneLine || isChoosing ? barHeight : 0}
      header={
        isChoosing ? (
          <SelectionBar selection={selection} loaded={rows.length} actions={bulk} height={barHeight} />
        ) : (
          heads
        )
      }
    >
      {(row, index) => {
        const rowName = nameOf(row)
        const choose: RowAction[] =
          mayChoose && !oneLine
            ? [
                {
                  id: 'select',
                  label: t('selection.one', { name: rowName }),
                  short: t('selection.start'),
                  icon: <CheckSquare size={16} />,
                  run: () => selection.toggle(row.id, true),
                },
              ]
            : []
        const isSelected = mayChoose && selection.has(row.id)
        return (
          <ListRow active={index === props.active} selected={isSelected}>
            {mayChoose && (oneLine || isChoosing) && (
              <Checkbox
                checked={isSelected}
                onCheckedChange={on => selection.toggle(row.id, on)}
                aria-label={t('selection.one', { name: rowName })}
                className="z-10"
              />
            )}
            {oneLine ? (
              <RowCells row={row} columns={shown} tracks={tracks} lead={lead} onOpen={props.onOpen} />
            ) : (
              <RowCard row={row} card={card(row)} lead={lead} onOpen={props.onOpen} />
            )}
            <RowActions
              name={rowName}
              more={[...choose, ...(more?.(row) ?? [])]}
              onEdit={props.onEdit?.(row)}
              onDelete={props.onDelete?.(row)}
              keepEdit={props.onEdit !== undefined}
              keepDelete={props.onDelete !== undefined}
            />
            {/* The heads keep the room of the choice of columns. */}
            {oneLine && icons === 0 && <span aria-hidden className="w-control-sm shrink-0" />}
          </ListRow>
        )
      }}
    </PagedRows>
  )
}

interface RowCellsProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  tracks: string
  lead: Lead<Row> | undefined
  onOpen: ((row: Row) => void) | undefined
}

/** Shows a row in columns; all of it is one button but what has controls of its own. */
function RowCells<Row>({ row, columns, tracks, lead, onOpen }: RowCellsProps<Row>) {
  const place = (i: number) => ({ gridColumn: i + (lead ? 2 : 1), gridRow: 1 })
  const cells = (
    <>
      {lead && (
        <span style={{ gridColumn: 1, gridRow: 1 }} className="flex items-center justify-center">
          {lead.show(row, true)}
        </span>
      )}
      {columns.map((column, i) => !column.apart && <Cell key={column.id} row={row} column={column} place={place(i)} />)}
    </>
  )
  const grid = 'col-span-full row-start-1 grid h-full grid-cols-subgrid items-center text-left'
  return (
    <span
      className="grid min-w-0 flex-1 items-center self-stretch"
      style={{ gridTemplateColumns: tracks, columnGap: COLUMN_GAP }}
    >
      {onOpen ? (
        <button type="button" onClick={() => onOpen(row)} className={cn(grid, '-outline-offset-2')}>
          {cells}
        </button>
      ) : (
        <span className={grid}>{cells}</span>
      )}
      {columns.map((column, i) => column.apart && <Cell key={column.id} row={row} column={column} place={place(i)} />)}
    </span>
  )
}

interface CellProps<Row> {
  row: Row
  column: Column<Row>
  place: { gridColumn: number; gridRow: number }
}

function Cell<Row>({ row, column: { head, text, cell, end, main, apart, named }, place }: CellProps<Row>) {
  const words = text(row)
  return (
    <span
      style={place}
      title={apart || words === '' ? undefined : words}
      className={cn(
        'min-w-0 truncate',
        end && 'tabular text-right',
        main ? 'font-medium' : 'text-ink-2',
        cell && 'flex items-center gap-2',
        cell && end && 'justify-end',
      )}
    >
      {named && <span className="sr-only">{head}: </span>}
      {cell ? cell(row) : words === '' ? <span className="text-ink-3">–</span> : <bdi>{words}</bdi>}
    </span>
  )
}

interface RowCardProps<Row> {
  row: Row
  card: Card
  lead: Lead<Row> | undefined
  onOpen: ((row: Row) => void) | undefined
}

function RowCard<Row>({ row, card: { title, line, end }, lead, onOpen }: RowCardProps<Row>) {
  return (
    <>
      {lead?.show(row, false)}
      <RowOpener oneLine={false} onOpen={onOpen && (() => onOpen(row))}>
        <span className="flex w-full min-w-0 items-center gap-2 font-medium">{title}</span>
        <span className="mt-0.5 flex w-full min-w-0 items-center gap-2 text-ink-2 text-sm">{line}</span>
      </RowOpener>
      {end && <span className="relative flex shrink-0 flex-col items-end text-right">{end}</span>}
    </>
  )
}
