import { addDays } from '@balcao/shared/rules/days.ts'
import { CalendarDays } from 'lucide-react'
import { type ComponentProps, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { dayOf } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { parseDay, writtenDay } from '#/lib/parse-day.ts'
import { Input } from './input.tsx'
import { Popover, PopoverContent, PopoverTrigger } from './popover.tsx'

const DayCalendar = lazyPart(() => import('./day-calendar.tsx').then(file => file.DayCalendar), 'dates')

export interface DayInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'min' | 'max'> {
  /** Day as `yyyy-mm-dd`; '' for none. */
  value: string
  /**
   * Called with the day, '' for none, or the text as it stands while it is no day, which the
   * contract refuses.
   */
  onChange: (value: string) => void
  /**
   * First and last day that the calendar offers, `yyyy-mm-dd`; typed ones are the form's to check.
   */
  min?: string | undefined
  max?: string | undefined
  /** Leaves out the calendar, where one stands beside the field. */
  hasNoCalendar?: boolean
}

/** Adds the stroke that follows two digits, while somebody types on. */
const withStroke = (text: string, before: string): string => {
  const clean = text.replace(/[^\d/.\- ]/g, '').replace(/\/{2,}/g, '/')
  return clean.length > before.length && /^\d{2}$|^\d{1,2}\/\d{2}$/.test(clean) ? `${clean}/` : clean
}

/**
 * Shows a field for a day, written DD/MM/YYYY whatever the browser's language, with a calendar
 * beside it. ↑ and ↓ move by a day, Alt ↓ opens the calendar.
 */
export function DayInput({
  value,
  onChange,
  min,
  max,
  hasNoCalendar = false,
  className,
  disabled,
  readOnly,
  ...props
}: DayInputProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const today = dayOf(Date.now())
  const type = (text: string) => {
    const next = withStroke(text, typed ?? '')
    setTyped(next)
    // Two digits of a year may become four.
    const day = /\d{4}$|^\d{4}-/.test(next) ? parseDay(next, today) : undefined
    onChange(day ?? next)
  }
  const settle = () => {
    if (typed !== null) onChange(parseDay(typed, today) ?? typed)
    setTyped(null)
  }
  const moved = (by: number): string => {
    const from = parseDay(typed ?? value, today)
    const day = from ? addDays(from, by) : today
    return min && day < min ? min : max && day > max ? max : day
  }
  return (
    <div className={cn('relative min-w-0', className)}>
      <Input
        {...props}
        disabled={disabled}
        readOnly={readOnly}
        inputMode="numeric"
        autoComplete={props.autoComplete ?? 'off'}
        maxLength={10}
        placeholder={t('day.placeholder')}
        value={typed ?? writtenDay(value)}
        onChange={event => type(event.target.value)}
        onBlur={event => {
          settle()
          props.onBlur?.(event)
        }}
        onKeyDown={event => {
          if (event.key === 'Enter') settle()
          const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
          if (!by || readOnly) return
          event.preventDefault()
          if (event.altKey) return button.current?.click()
          setTyped(null)
          onChange(moved(by))
        }}
        className={cn('tabular', !hasNoCalendar && 'pr-10 touch:pr-11')}
      />
      {!hasNoCalendar && (
        <Popover open={open} onOpenChange={setOpen}>
          <PopoverTrigger>
            <button
              ref={button}
              type="button"
              disabled={disabled || readOnly}
              aria-label={t('day.open')}
              className="absolute inset-y-0 right-0 flex w-10 touch:w-11 items-center justify-center rounded-md text-ink-2 hover:text-ink disabled:text-ink-3"
            >
              <CalendarDays aria-hidden size={16} className="icon" />
            </button>
          </PopoverTrigger>
          <PopoverContent align="end" aria-label={t('day.calendar')}>
            <Suspense fallback={<span className="block h-80 w-72" />}>
              <DayCalendar
                value={parseDay(value, today)}
                today={today}
                min={min}
                max={max}
                onChoose={day => {
                  setTyped(null)
                  onChange(day)
                  setOpen(false)
                }}
              />
            </Suspense>
          </PopoverContent>
        </Popover>
      )}
    </div>
  )
}
