import { WEEKDAYS, type WeekdaySchedule } from '@balcao/shared/entities/working-hours.ts'
import { CopyCheck } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { problemText } from '#/lib/field-error.ts'
import { parseTime } from '#/lib/parse-time.ts'
import { IconButton } from './ui/icon-button.tsx'
import { Switch } from './ui/switch.tsx'
import { TimeInput } from './ui/time-input.tsx'

interface HoursEditorProps {
  value: readonly WeekdaySchedule[]
  onChange: (value: WeekdaySchedule[]) => void
  disabled?: boolean
}

/** Returns whether all times are times: those that were typed may be none. */
export const areTimes = (value: readonly WeekdaySchedule[]): boolean =>
  value.every(({ startTime, endTime }) => parseTime(startTime) !== null && parseTime(endTime, true) !== null)

/**
 * Shows the working hours of the seven weekdays. A closed day has equal times, as in the API
 * contract; an end before the start is on the next day, and the day says so. What is no time stays
 * as it was typed, with the reason under it: the call's schema refuses it.
 */
export function HoursEditor({ value, onChange, disabled }: HoursEditorProps) {
  const { t } = useTranslation('common')
  // Loads the text of a wrong time, which is that of the call's schema.
  useTranslation('errors' as 'common', { useSuspense: false })
  const id = useId()
  const days = WEEKDAYS.map(
    weekdayEn =>
      value.find(day => day.weekdayEn === weekdayEn) ?? {
        weekday: t(`weekday.${weekdayEn}`),
        weekdayEn,
        startTime: '00:00',
        endTime: '00:00',
      },
  )
  const change = (index: number, part: Partial<WeekdaySchedule>) =>
    onChange(days.map((day, at) => (at === index ? { ...day, ...part } : day)))
  return (
    <ul className="flex flex-col">
      {days.map((day, index) => {
        const name = t(`weekday.${day.weekdayEn}`)
        const wrongStart = parseTime(day.startTime) === null
        const wrongEnd = parseTime(day.endTime, true) === null
        const wrong = wrongStart || wrongEnd
        const open = wrong || day.startTime !== day.endTime
        const overnight = open && !wrong && day.startTime > day.endTime
        const errorId = `${id}-${day.weekdayEn}`
        return (
          <li key={day.weekdayEn} className="border-line border-b py-1.5 last:border-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <span className="flex w-44 items-center gap-3">
                <Switch
                  checked={open}
                  disabled={disabled}
                  aria-label={`${name}: ${open ? t('hours.open') : t('hours.closedAllDay')}`}
                  onCheckedChange={on =>
                    change(
                      index,
                      on ? { startTime: '08:00', endTime: '18:00' } : { startTime: '00:00', endTime: '00:00' },
                    )
                  }
                />
                <span className={cn(!open && 'text-ink-2')}>{name}</span>
              </span>
              {open ? (
                <span className="flex items-center gap-2">
                  <TimeInput
                    value={day.startTime}
                    disabled={disabled}
                    aria-invalid={wrongStart || undefined}
                    aria-describedby={wrongStart ? errorId : undefined}
                    aria-label={`${name}: ${t('hours.from')}`}
                    onChange={startTime => change(index, { startTime })}
                  />
                  <span aria-hidden className="text-ink-3">
                    –
                  </span>
                  <TimeInput
                    value={day.endTime}
                    isEnd
                    disabled={disabled}
                    aria-invalid={wrongEnd || undefined}
                    aria-describedby={wrongEnd ? errorId : undefined}
                    aria-label={`${name}: ${t('hours.to')}`}
                    onChange={endTime => change(index, { endTime })}
                  />
                  {index === 0 && !disabled && (
                    <IconButton
                      label={t('hours.copyDown')}
                      icon={<CopyCheck size={16} />}
                      onClick={() =>
                        onChange(
                          days.map((each, at) =>
                            at > 0 && at < 5 ? { ...each, startTime: day.startTime, endTime: day.endTime } : each,
                          ),
                        )
                      }
                    />
                  )}
                </span>
              ) : (
                <span className="flex h-control items-center text-ink-2">{t('hours.closedAllDay')}</span>
              )}
            </div>
            {wrong && (
              <p id={errorId} role="alert" className="text-danger-ink text-sm">
                {problemText({ code: 'invalid_time' })}
              </p>
            )}
            {overnight && (
              <p className="text-ink-2 text-sm">
                {t('hours.overnight', { time: day.endTime, day: t(`weekday.${WEEKDAYS[(index + 1) % 7]!}`) })}
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}
