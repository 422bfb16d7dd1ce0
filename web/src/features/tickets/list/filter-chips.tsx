import type { SavedFilter, TicketView } from '@balcao/shared/entities/preferences.ts'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'

interface FilterChipsProps {
  filters: readonly SavedFilter[]
  /** Filters of the list on screen. */
  view: TicketView
  onChoose: (view: TicketView) => void
}

/**
 * Returns a comparable form of a view: equal views have the same, whatever is left out and in
 * whatever order.
 */
const filterKey = (view: TicketView) =>
  JSON.stringify(
    Object.entries({ ...view, sub: view.tab === 'open' ? (view.sub ?? 'assigned') : undefined })
      .filter(([, value]) => value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** Shows the user's saved filters, each one press away. */
export function FilterChips({ filters, view, onChoose }: FilterChipsProps) {
  const { t } = useTranslation('tickets')
  const now = filterKey(view)
  return (
    <ul aria-label={t('filter.saved')} className="flex gap-1.5 overflow-x-auto px-3 pb-2">
      {filters.map(filter => {
        const isOn = filterKey(filter.view) === now
        return (
          <li key={filter.id} className="shrink-0">
            <button
              type="button"
              aria-pressed={isOn}
              onClick={() => onChoose(isOn ? { tab: 'open' } : filter.view)}
              className={cn(
                'h-control-sm max-w-40 truncate rounded-full border px-3 text-sm transition-colors',
                isOn ? 'border-accent bg-accent-soft text-accent-ink' : 'border-line-strong text-ink-2 hover:bg-hover',
              )}
            >
              {filter.name}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
