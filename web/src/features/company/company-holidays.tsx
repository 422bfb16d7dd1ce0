import { holidays } from '@balcao/shared/api/company/holidays.ts'
import type { Holiday } from '@balcao/shared/entities/holiday.ts'
import { WEEKDAYS } from '@balcao/shared/entities/working-hours.ts'
import { useQuery } from '@tanstack/react-query'
import { CalendarOff } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RowActions } from '#/components/list-row.tsx'
import { dayOf, formatDate } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRemove } from '#/lib/use-remove.ts'
import { CompanyRows } from './company-rows.tsx'

const HolidayDialog = lazyPart(() => import('./holiday-dialog.tsx').then(file => file.HolidayDialog))

/**
 * Shows the days with other hours than their weekday's, or none: the coming ones, then the past
 * ones.
 */
export function CompanyHolidays() {
  const { t } = useTranslation('company')
  const list = useQuery(apiQuery(holidays.listAll))
  const [shown, setShown] = useState<Holiday | 'new' | null>(null)
  const rows = (list.data ?? []).toSorted((a, b) => (a.date < b.date ? -1 : 1))
  const today = dayOf(Date.now())
  const over = rows.filter(({ date }) => date < today).reverse()
  const add = () => setShown('new')
  const texts = {
    hint: t('holidays.hint'),
    add: t('holidays.add'),
    empty: t('holidays.empty'),
    emptyHint: t('holidays.emptyHint'),
  }
  const askRemove = useRemove<Holiday>({
    title: row => t('holidays.deleteTitle', { name: row.name, date: dateOf(row) }),
    hint: t('holidays.deleteHint'),
    done: t('holidays.deleted'),
    call: row => api(holidays.remove, { params: { id: row.id } }),
    list: holidays.listAll,
    rowsKey: null,
  })
  const rowsOf = (some: Holiday[], label: string) => (
    <HolidayRows label={label} rows={some} onOpen={setShown} onDelete={row => void askRemove(row)} />
  )
  return (
    <div>
      <CompanyRows list={list} count={rows.length} icon={<CalendarOff size={20} />} texts={texts} onAdd={add}>
        {over.length < rows.length
          ? rowsOf(
              rows.filter(({ date }) => date >= today),
              t('holidays.title'),
            )
          : null}
        {over.length > 0 && (
          <details className="mt-4" open={over.length === rows.length}>
            <summary className="mb-2 cursor-pointer rounded-sm text-ink-2">
              {t('holidays.over', { count: over.length })}
            </summary>
            {rowsOf(over, t('holidays.over', { count: over.length }))}
          </details>
        )}
      </CompanyRows>
      <Suspense>
        {shown && <HolidayDialog holiday={shown === 'new' ? null : shown} onClose={() => setShown(null)} />}
      </Suspense>
    </div>
  )
}

interface HolidayRowsProps {
  label: string
  rows: readonly Holiday[]
  onOpen: (row: Holiday) => void
  onDelete: (row: Holiday) => void
}

function HolidayRows({ label, rows, onOpen, onDelete }: HolidayRowsProps) {
  const { t } = useTranslation(['company', 'common'])
  const { oneLine } = useListRowHeight()
  return (
    <ul aria-label={label} className="overflow-hidden rounded-md border border-line bg-surface">
      {rows.map(row => (
        <li
          key={row.id}
          className="relative flex min-h-14 items-center gap-3 border-line border-b px-4 py-2 last:border-0 hover:bg-hover"
        >
          <button
            type="button"
            onClick={() => onOpen(row)}
            className="flex min-w-0 flex-1 items-center gap-x-4 text-left -outline-offset-2 after:absolute after:inset-0"
          >
            <span className="w-24 shrink-0">
              <span className="tabular block">{dateOf(row)}</span>
              <span className="block truncate text-ink-2 text-xs">{t(`common:weekday.${weekdayOf(row)}`)}</span>
            </span>
            <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-center sm:gap-4">
              <span title={row.name} className="min-w-0 truncate font-medium sm:flex-1">
                {row.name}
              </span>
              <span className="tabular shrink-0 text-ink-2">
                {row.startTime === null ? t('common:hours.closedAllDay') : `${row.startTime} – ${row.endTime}`}
              </span>
            </span>
          </button>
          <RowActions name={row.name} onEdit={oneLine ? () => onOpen(row) : undefined} onDelete={() => onDelete(row)} />
        </li>
      ))}
    </ul>
  )
}

/** A calendar day has no time zone. */
const dateOf = ({ date }: Holiday) => formatDate(date, 'UTC')
const weekdayOf = ({ date }: Holiday) => WEEKDAYS[(new Date(date).getUTCDay() + 6) % 7]!
