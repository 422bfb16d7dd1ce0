import type { TeamDimension, TeamFigures, TeamRow } from '@balcao/shared/api/reports/team-report.ts'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Table, TableCell, TableHead, TableHeader, TableRow } from '#/components/ui/table.tsx'
import { cn } from '#/lib/cn.ts'
import type { Period } from '#/lib/periods.ts'
import { type Behind, BehindLink, reportOf } from '../behind.tsx'
import { NoFigure } from '../figure-text.tsx'
import type { ReportFilters } from '../report-search.ts'
import { FigureChange } from './figure-change.tsx'
import { type Column, columnsOf, FIGURES } from './figure-columns.ts'
import { useFigureText } from './use-figure-text.ts'
import { useRowName } from './use-row-name.ts'

type Sort = { column: Column | 'name'; isDescending: boolean }

interface TeamTableProps {
  by: TeamDimension
  rows: readonly TeamRow[]
  totals: TeamFigures
  range: Period
}

/** Shows a row for each queue, attendant and so on, in the order of a column. */
export function TeamTable({ by, rows, totals, range }: TeamTableProps) {
  const { t } = useTranslation('teamReport')
  const nameOf = useRowName(by)
  const columns = columnsOf(by, totals)
  const [chosen, setSort] = useState<Sort | null>(null)
  const sort = chosen ?? {
    column: by === 'hour' ? ('name' as const) : ('closed' as const),
    isDescending: by !== 'hour',
  }
  const most = Math.max(1, ...rows.map(({ now }) => now.closed))
  const sortBy = (column: Sort['column']) =>
    setSort({ column, isDescending: sort.column === column ? !sort.isDescending : column !== 'name' })
  const header = (column: Sort['column']) => ({
    ...{ label: t(column === 'name' ? `by.${by}` : `column.${column}`), onSort: () => sortBy(column) },
    order: sort.column === column ? ((sort.isDescending ? 'descending' : 'ascending') as 'descending') : undefined,
  })
  return (
    <Table aria-label={t('table', { by: t(`by.${by}`) })}>
      <TableHead>
        <tr>
          <SortHeader {...header('name')} />
          {columns.map(column => (
            <SortHeader
              key={column}
              numeric
              {...header(column)}
              className={column === 'closed' ? '' : 'max-md:hidden'}
            />
          ))}
        </tr>
      </TableHead>
      <tbody>
        {sorted(rows, sort, nameOf).map(row => (
          <Row
            key={row.key}
            row={row}
            name={nameOf(row)}
            columns={columns}
            part={row.now.closed / most}
            behind={behindOf(by, row, range)}
          />
        ))}
      </tbody>
    </Table>
  )
}

/** Returns the rows in an order; those without the figure are last, whatever the direction. */
function sorted(rows: readonly TeamRow[], { column, isDescending }: Sort, nameOf: (row: TeamRow) => string): TeamRow[] {
  const sign = isDescending ? -1 : 1
  return rows.toSorted((a, b) => {
    const byName = nameOf(a).localeCompare(nameOf(b))
    if (column === 'name') return sign * byName
    const [left, right] = [FIGURES[column].of(a.now), FIGURES[column].of(b.now)]
    if (left === null || right === null) return left === right ? byName : left === null ? 1 : -1
    return sign * (left - right) || byName
  })
}

/** Filters that find the tickets of a row, by what the report is by. */
const FILTERS: Partial<Record<TeamDimension, (key: string) => Partial<ReportFilters>>> = {
  queue: key => ({ queues: [key] }),
  user: key => ({ users: [key] }),
  connection: key => ({ connections: [key] }),
  origin: () => ({ fromAd: true }),
}

const behindOf = (by: TeamDimension, { key, isGone }: TeamRow, range: Period): Behind | undefined => {
  const filter = FILTERS[by]
  return filter && key !== null && !isGone ? reportOf(filter(key), range) : undefined
}

interface SortHeaderProps {
  label: string
  order: 'ascending' | 'descending' | undefined
  onSort: () => void
  numeric?: boolean
  className?: string
}

function SortHeader({ label, order, onSort, numeric, className }: SortHeaderProps) {
  const Icon = order === 'ascending' ? ChevronUp : ChevronDown
  return (
    <TableHeader
      aria-sort={order ?? 'none'}
      numeric={numeric ?? false}
      className={cn('whitespace-normal px-1', className)}
    >
      <button
        type="button"
        onClick={onSort}
        className={cn(
          'inline-flex min-h-8 items-center gap-1 rounded-sm px-2 font-medium hover:bg-hover hover:text-ink',
          // The icon stands before a number's name, which stands above the numbers.
          numeric ? 'max-w-28 flex-row-reverse text-right' : 'text-left',
          order && 'text-ink',
        )}
      >
        {label}
        <Icon aria-hidden size={14} className={cn('icon', !order && 'invisible')} />
      </button>
    </TableHeader>
  )
}

interface RowProps {
  row: TeamRow
  name: string
  columns: readonly Column[]
  /** Closed tickets beside the row with most of them, 0 to 1. */
  part: number
  behind: Behind | undefined
}

function Row({ row: { now, before }, name, columns, part, behind }: RowProps) {
  const { t } = useTranslation('teamReport')
  const textOf = useFigureText()
  // A phone has no columns for these.
  const rest = columns.flatMap(column => {
    const value = FIGURES[column].of(now)
    return column === 'closed' || value === null || (value === 0 && column !== 'opened')
      ? []
      : [`${t(`short.${column}`)} ${textOf(column, value)}`]
  })
  return (
    <TableRow>
      <TableCell className="whitespace-normal py-2 max-md:max-w-56 md:min-w-56">
        {behind ? (
          <BehindLink behind={behind} label={t('toTickets', { name })}>
            <bdi className="wrap-anywhere font-medium">{name}</bdi>
          </BehindLink>
        ) : (
          <bdi className="wrap-anywhere font-medium">{name}</bdi>
        )}
        {rest.length > 0 && <span className="tabular block text-ink-2 text-xs md:hidden">{rest.join(' · ')}</span>}
        <span aria-hidden className="mt-1 block h-1 w-full max-w-48 rounded-full bg-active">
          <span className="block h-full rounded-full bg-accent" style={{ width: `${Math.round(100 * part)}%` }} />
        </span>
      </TableCell>
      {columns.map(column => {
        const value = FIGURES[column].of(now)
        return (
          <TableCell key={column} numeric className={cn('align-top', column !== 'closed' && 'max-md:hidden')}>
            <span className="block">{value === null ? <NoFigure label={t('nothing')} /> : textOf(column, value)}</span>
            <FigureChange column={column} now={now} before={before} />
          </TableCell>
        )
      })}
    </TableRow>
  )
}
