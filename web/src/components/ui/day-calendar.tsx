import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { DayPicker, type DayPickerProps, type Matcher } from 'react-day-picker'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { currentLanguage } from '#/lib/i18n.ts'
import type { Period } from '#/lib/periods.ts'
import { Button } from './button.tsx'
import { Select } from './select.tsx'

/** Tags whose dates begin with the day, as everywhere in the product. */
const TAGS = { pt: 'pt-BR', en: 'en-GB', es: 'es' } as const
/** Days on which a week begins in each language's calendars: Sunday in Brazil. */
const FIRST_DAY = { pt: 0, en: 1, es: 1 } as const

/**
 * Returns the date that the calendar, which works in the browser's
 * zone, shows as a day `yyyy-mm-dd`.
 */
const dateOf = (day: string): Date => {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

/** Returns the day `yyyy-mm-dd` that the calendar shows for a date. */
const dayAt = (date: Date): string =>
  [String(date.getFullYear()).padStart(4, '0'), date.getMonth() + 1, date.getDate()]
    .map(part => String(part).padStart(2, '0'))
    .join('-')

const dayButton =
  'flex size-9 items-center justify-center rounded-md tabular hover:bg-hover touch:size-11 disabled:pointer-events-none'

interface Limits {
  /** Today in the company's zone, `yyyy-mm-dd`. */
  today: string
  min?: string | undefined
  max?: string | undefined
}

interface DayCalendarProps extends Limits {
  /** The chosen day; undefined for none. */
  value: string | undefined
  onChoose: (day: string) => void
}

/** Shows a month in which a day is chosen, by arrows too. Texts: `dates`. */
export function DayCalendar({ value, onChoose, ...limits }: DayCalendarProps) {
  const { t } = useTranslation('dates')
  const { today, min, max } = limits
  return (
    <div className="flex flex-col gap-2">
      <Calendar
        {...limits}
        shown={value ?? today}
        mode="single"
        required
        selected={value ? dateOf(value) : undefined}
        onSelect={date => date && onChoose(dayAt(date))}
      />
      {!(min && today < min) && !(max && today > max) && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => onChoose(today)}>
          {t('today')}
        </Button>
      )}
    </div>
  )
}

interface RangeCalendarProps extends Limits, Period {
  /** Called once both ends are chosen. */
  onChoose: (range: Period) => void
}

/** Shows a month in which the first and the last day of a period are chosen. Texts: `dates`. */
export function RangeCalendar({ from, to, onChoose, ...limits }: RangeCalendarProps) {
  const [begun, setBegun] = useState<Date>()
  const range = begun ? { from: begun, to: undefined } : { from: dateOf(from), to: dateOf(to) }
  return (
    <Calendar
      {...limits}
      shown={to}
      mode="range"
      required
      selected={range}
      onSelect={(_, date) => {
        if (!begun) return setBegun(date)
        const [first, last] = [begun, date].sort((a, b) => a.getTime() - b.getTime())
        setBegun(undefined)
        onChoose({ from: dayAt(first!), to: dayAt(last!) })
      }}
    />
  )
}

type CalendarProps = Limits & {
  /** Day whose month is shown first. */
  shown: string
} & (
    | Omit<Extract<DayPickerProps, { mode: 'single'; required: true }>, keyof Limits>
    | Omit<Extract<DayPickerProps, { mode: 'range'; required: true }>, keyof Limits>
  )

function Calendar({ today, min, max, shown, ...props }: CalendarProps) {
  const { t } = useTranslation('dates')
  const [month, setMonth] = useState(() => dateOf(shown))
  const language = currentLanguage()
  const name = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(TAGS[language], options)
  const disabled: Matcher[] = [...(min ? [{ before: dateOf(min) }] : []), ...(max ? [{ after: dateOf(max) }] : [])]
  return (
    <DayPicker
      {...props}
      autoFocus
      fixedWeeks
      showOutsideDays
      captionLayout="dropdown"
      navLayout="around"
      month={month}
      onMonthChange={setMonth}
      startMonth={min ? dateOf(min) : new Date(1900, 0)}
      endMonth={max ? dateOf(max) : new Date(dateOf(today).getFullYear() + 10, 11)}
      today={dateOf(today)}
      disabled={disabled}
      weekStartsOn={FIRST_DAY[language]}
      formatters={{
        formatWeekdayName: date => name({ weekday: 'narrow' }).format(date),
        formatMonthDropdown: date => name({ month: 'long' }).format(date),
      }}
      labels={{
        labelDayButton: date => name({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(date),
        labelGrid: date => name({ month: 'long', year: 'numeric' }).format(date),
        labelWeekday: date => name({ weekday: 'long' }).format(date),
        labelMonthDropdown: () => t('month'),
        labelYearDropdown: () => t('year'),
        labelNext: () => t('next'),
        labelPrevious: () => t('previous'),
      }}
      components={{ Chevron, Dropdown }}
      classNames={{
        month: 'grid grid-cols-[auto_1fr_auto] items-center gap-y-2',
        month_caption: 'flex justify-center',
        dropdowns: 'flex gap-2',
        caption_label: 'sr-only',
        month_grid: 'col-span-3 border-collapse',
        button_previous: cn(dayButton, 'aria-disabled:text-ink-3'),
        button_next: cn(dayButton, 'aria-disabled:text-ink-3'),
        weekday: 'size-9 font-normal text-ink-2 text-xs touch:w-11',
        day: 'p-0 text-center text-sm',
        day_button: cn(dayButton, '[.outside_&]:text-ink-3'),
        outside: 'outside',
        today: 'font-semibold text-accent-ink',
        disabled: 'opacity-40',
        selected: props.mode === 'range' ? 'bg-accent-soft' : '[&>button]:bg-accent [&>button]:text-on-accent',
        range_start: 'rounded-l-md [&>button]:bg-accent [&>button]:text-on-accent',
        range_end: 'rounded-r-md [&>button]:bg-accent [&>button]:text-on-accent',
      }}
    />
  )
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Icon aria-hidden size={16} className="icon" />
}

interface DropdownProps extends Omit<ComponentProps<'select'>, 'children'> {
  options?: { value: number; label: string; disabled: boolean }[] | undefined
}

function Dropdown({ options = [], value, onChange, 'aria-label': label }: DropdownProps) {
  return (
    <Select
      aria-label={label}
      className="h-control-sm w-auto text-sm"
      value={String(value)}
      onChange={event => onChange?.(event)}
      options={options.map(each => ({ value: String(each.value), label: each.label }))}
    />
  )
}
