import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { dayOf } from '#/lib/format.ts'
import { currentLanguage, languageTags } from '#/lib/i18n.ts'
import type { CalendarProps } from './calendar-props.ts'
import { dayName } from './days.ts'
import { DRAGGED, ScheduleChip } from './schedule-chip.tsx'

/** Number of messages shown per day; the day's own view shows all. */
const SHOWN = 3

/**
 * Shows up to six weeks, a cell per day; on a narrow screen a cell shows the number of its
 * messages.
 */
export function MonthView({
  days,
  rows,
  month,
  today,
  zone,
  onOpen,
  onAdd,
  onDay,
  onMove,
}: CalendarProps & { month: string }) {
  const { t } = useTranslation('schedules')
  const [over, setOver] = useState<string | null>(null)
  const language = languageTags[currentLanguage()]
  const byDay = Map.groupBy(rows, ({ sendAt }) => dayOf(sendAt, zone))
  return (
    <div className="flex min-h-[28rem] flex-1 flex-col overflow-hidden rounded-md border border-line bg-surface">
      <div aria-hidden className="grid grid-cols-7 border-line border-b text-ink-2 text-xs">
        {days.slice(0, 7).map(day => (
          <span key={day} className="truncate px-2 py-1.5 text-center sm:text-left">
            {dayName(day, language, { weekday: 'short' })}
          </span>
        ))}
      </div>
      <div className="grid flex-1 auto-rows-fr grid-cols-7">
        {days.map((day, i) => {
          const own = byDay.get(day) ?? []
          const name = dayName(day, language, { weekday: 'long', day: 'numeric', month: 'long' })
          return (
            <section
              key={day}
              aria-label={name}
              onDragOver={event => {
                if (!event.dataTransfer.types.includes(DRAGGED)) return
                event.preventDefault()
                setOver(day)
              }}
              onDragLeave={() => setOver(null)}
              onDrop={event => {
                setOver(null)
                onMove(event.dataTransfer.getData(DRAGGED), day)
              }}
              className={cn(
                'relative flex min-h-16 min-w-0 flex-col gap-0.5 border-line p-1 sm:min-h-24',
                i % 7 > 0 && 'border-l',
                i >= 7 && 'border-t',
                day.slice(0, 7) !== month && 'bg-bg',
                over === day && 'bg-accent-soft',
              )}
            >
              {day >= today && (
                <button
                  type="button"
                  tabIndex={-1}
                  aria-hidden
                  className="absolute inset-0 hover:bg-hover"
                  onClick={() => onAdd(day)}
                />
              )}
              <button
                type="button"
                aria-label={t('openDay', { day: name, count: t('count', { count: own.length }) })}
                aria-current={day === today ? 'date' : undefined}
                onClick={() => onDay(day)}
                className={cn(
                  'tabular relative flex size-7 shrink-0 items-center justify-center rounded-full text-sm hover:bg-active touch:size-11 max-sm:mx-auto',
                  day.slice(0, 7) !== month && 'text-ink-2',
                  day === today && 'bg-accent font-semibold text-on-accent hover:bg-accent-hover',
                )}
              >
                {Number(day.slice(8))}
              </button>
              {own.length > 0 && (
                <span
                  aria-hidden
                  className="tabular pointer-events-none relative mx-auto rounded-full bg-accent-soft px-1.5 text-accent-ink text-xs sm:hidden"
                >
                  {own.length}
                </span>
              )}
              {own.slice(0, SHOWN).map(schedule => (
                <ScheduleChip
                  key={schedule.id}
                  schedule={schedule}
                  zone={zone}
                  onOpen={onOpen}
                  className="relative min-h-6 max-sm:hidden"
                />
              ))}
              {own.length > SHOWN && (
                <button
                  type="button"
                  onClick={() => onDay(day)}
                  className="relative min-h-6 self-start rounded px-1.5 text-ink-2 text-xs hover:bg-active hover:text-ink max-sm:hidden"
                >
                  {t('more', { count: own.length - SHOWN })}
                </button>
              )}
            </section>
          )
        })}
      </div>
    </div>
  )
}
