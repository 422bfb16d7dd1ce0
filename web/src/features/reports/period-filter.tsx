import { PERIODS } from '@balcao/shared/api/reports/dashboard.ts'
import { addDays, firstOfMonth } from '@balcao/shared/rules/days.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '#/components/ui/input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { dayOf } from '#/lib/format.ts'

type Period = (typeof PERIODS)[number]
/** Filter of a period. Days are `yyyy-mm-dd` in the company's zone; '' while somebody types one. */
export type Filter = { period: Period } | { period: null; from: string; to: string }

/** Returns the initial filter, the current month so far. */
export function initialFilter(): Filter {
  const today = dayOf(Date.now())
  return { period: null, from: firstOfMonth(today), to: today }
}

/** Returns the range of a filter; undefined when it is invalid. */
export function rangeOf(filter: Filter): { from: string; to: string } | undefined {
  if (filter.period) {
    const today = dayOf(Date.now())
    return { from: addDays(today, 1 - Number(filter.period)), to: today }
  }
  const { from, to } = filter
  return from && to && from <= to ? { from, to } : undefined
}

const BY_DATES = 'dates'

export function PeriodFilter({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const { t } = useTranslation('reports')
  const id = useId()
  const choose = (value: string) => {
    const range = rangeOf(filter) ?? rangeOf(initialFilter())!
    const period = PERIODS.find(each => each === value)
    onChange(period ? { period } : { period: null, ...range })
  }
  return (
    <>
      <Select
        aria-label={t('filter.period')}
        className="w-44 max-sm:w-full"
        value={filter.period ?? BY_DATES}
        onChange={event => choose(event.target.value)}
        options={[
          { value: BY_DATES, label: t('filter.dates') },
          ...PERIODS.map(value => ({ value, label: t('filter.days', { count: Number(value) }) })),
        ]}
      />
      {filter.period === null &&
        (['from', 'to'] as const).map(end => (
          <div
            key={end}
            className="flex items-center gap-2 max-sm:flex-1 max-sm:flex-col max-sm:items-start max-sm:gap-1"
          >
            <label htmlFor={`${id}-${end}`} className="text-ink-2 text-sm">
              {t(`filter.${end}`)}
            </label>
            <Input
              id={`${id}-${end}`}
              type="date"
              required
              className="tabular w-40 max-sm:w-full"
              min={end === 'to' ? filter.from : undefined}
              max={end === 'from' ? filter.to : undefined}
              value={filter[end]}
              onChange={event => onChange({ ...filter, [end]: event.target.value })}
            />
          </div>
        ))}
    </>
  )
}
