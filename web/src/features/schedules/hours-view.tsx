import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { dayOf, formatTime } from '#/lib/format.ts'
import { currentLanguage, languageTags } from '#/lib/i18n.ts'
import type { CalendarProps } from './calendar-props.ts'
import { dayName, sideBySide } from './days.ts'
import { DRAGGED, ScheduleChip } from './schedule-chip.tsx'

/** A slot is half an hour, with its height in px; a message is as high as one. */
const SLOT_MINUTES = 30
const SLOT = 28
const SLOTS = Array.from({ length: (24 * 60) / SLOT_MINUTES }, (_, i) => i * SLOT_MINUTES)
/** Initial scroll position, in minutes of the day: before most of the messages. */
const MORNING = 7 * 60

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const topOf = (minutes: number): number => (minutes / SLOT_MINUTES) * SLOT

/**
 * Shows a week or a day by its hours. A click on an empty slot creates a message, a drop moves one
 * there.
 */
export function HoursView({ days, rows, today, zone, onOpen, onAdd, onDay, onMove }: CalendarProps) {
  const { t } = useTranslation('schedules')
  const [over, setOver] = useState<string | null>(null)
  const scroller = useRef<HTMLElement>(null)
  const language = languageTags[currentLanguage()]
  const now = formatTime(Date.now(), zone)

  useEffect(() => {
    scroller.current?.scrollTo?.({ top: topOf(MORNING) })
  }, [])

  return (
    <section
      ref={scroller}
      aria-label={t('title')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is to be scrolled by keys
      tabIndex={0}
      className="relative min-h-80 flex-1 overflow-auto rounded-md border border-line bg-surface"
    >
      <div className="grid" style={{ gridTemplateColumns: `3.25rem repeat(${days.length}, minmax(6.5rem, 1fr))` }}>
        <span className="sticky top-0 left-0 z-20 border-line border-b bg-surface" />
        {days.map(day => (
          <div key={day} className="sticky top-0 z-10 border-line border-b border-l bg-surface p-1">
            <button
              type="button"
              onClick={() => onDay(day)}
              aria-current={day === today ? 'date' : undefined}
              className={cn(
                'tabular min-h-8 w-full truncate rounded px-1 text-left text-sm hover:bg-hover',
                day === today && 'font-semibold text-accent-ink',
              )}
            >
              {dayName(day, language, { weekday: 'short' })} {Number(day.slice(8))}
            </button>
          </div>
        ))}
        <div aria-hidden className="sticky left-0 z-10 bg-surface" style={{ height: topOf(24 * 60) }}>
          {SLOTS.filter(minutes => minutes % 60 === 0 && minutes > 0).map(minutes => (
            <span
              key={minutes}
              className="tabular -translate-y-1/2 absolute right-2 text-ink-2 text-xs"
              style={{ top: topOf(minutes) }}
            >
              {timeOf(minutes)}
            </span>
          ))}
        </div>
        {days.map(day => {
          const own = rows.filter(({ sendAt }) => dayOf(sendAt, zone) === day)
          const past = day < today
          return (
            <section
              key={day}
              aria-label={dayName(day, language, { weekday: 'long', day: 'numeric', month: 'long' })}
              className="relative border-line border-l"
            >
              {SLOTS.map(minutes => {
                const time = timeOf(minutes)
                const place = `${day} ${time}`
                const gone = past || (day === today && time < now)
                return (
                  <button
                    key={minutes}
                    type="button"
                    tabIndex={-1}
                    aria-hidden
                    disabled={gone}
                    title={gone ? undefined : t('newAt', { when: time })}
                    data-slot={place}
                    onClick={() => onAdd(day, time)}
                    onDragOver={event => {
                      if (!event.dataTransfer.types.includes(DRAGGED)) return
                      event.preventDefault()
                      setOver(place)
                    }}
                    onDragLeave={() => setOver(null)}
                    onDrop={event => {
                      setOver(null)
                      onMove(event.dataTransfer.getData(DRAGGED), day, time)
                    }}
                    style={{ height: SLOT }}
                    className={cn(
                      'block w-full border-line',
                      minutes % 60 === 0 ? 'border-t' : 'border-t border-dotted',
                      gone ? 'bg-bg' : 'hover:bg-hover',
                      over === place && 'bg-accent-soft',
                    )}
                  />
                )
              })}
              {sideBySide(own, ({ sendAt }) => minutesOf(formatTime(sendAt, zone)), SLOT_MINUTES).map(
                ({ item, start, column, columns }) => (
                  <ScheduleChip
                    key={item.id}
                    schedule={item}
                    zone={zone}
                    onOpen={onOpen}
                    placed
                    className="absolute"
                    style={{
                      top: Math.min(topOf(start), topOf(24 * 60) - SLOT) + 1,
                      height: SLOT - 2,
                      left: `calc(${(column / columns) * 100}% + 2px)`,
                      width: `calc(${100 / columns}% - 4px)`,
                    }}
                  />
                ),
              )}
            </section>
          )
        })}
      </div>
    </section>
  )
}
