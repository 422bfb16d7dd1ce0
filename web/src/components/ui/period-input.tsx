import { CalendarRange, ChevronDown } from 'lucide-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { dayOf } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { writtenDay } from '#/lib/parse-day.ts'
import { type Period, PRESETS, type Preset, presetOf } from '#/lib/periods.ts'
import { controlStyles } from './input.tsx'
import { Popover, PopoverContent, PopoverTrigger } from './popover.tsx'

const PeriodChoice = lazyPart(() => import('./period-choice.tsx').then(file => file.PeriodChoice), 'dates')

/** A period; undefined: of any date. */
export type PeriodValue = Period | undefined

export interface PeriodInputProps extends Omit<ComponentProps<'button'>, 'value' | 'onChange' | 'children'> {
  value: PeriodValue
  onChange: (value: PeriodValue) => void
  /** Offers any date, too. */
  isOptional?: boolean
  /** Most days of a period. */
  maxDays?: number
  /** Last day of a period, `yyyy-mm-dd`. */
  max?: string
  /** Periods that are offered by name. */
  presets?: readonly Preset[]
}

/** Names a preset, or a period: as the first preset that it is today, else by its days. */
function useNameOfPeriod(presets: readonly Preset[]) {
  const { t } = useTranslation('dates')
  return (value: PeriodValue | Preset): string => {
    if (!value) return t('period.any')
    if (typeof value === 'string') return nameOfPreset(value)
    const preset = presetOf(value, dayOf(Date.now()), presets)
    if (preset) return nameOfPreset(preset)
    const [from, to] = [writtenDay(value.from), writtenDay(value.to)]
    return from === to ? from : t('period.span', { from, to })
  }
  function nameOfPreset(preset: Preset): string {
    return preset.startsWith('days')
      ? t('period.days', { count: Number(preset.slice(4)) })
      : t(`period.${preset as Exclude<Preset, `days${number}`>}`)
  }
}

/**
 * Shows a period as one button, which opens presets, a calendar and two fields to type in. Its
 * screen loads the texts `dates`.
 */
export function PeriodInput({
  value,
  onChange,
  isOptional = false,
  maxDays,
  max,
  presets = PRESETS,
  className,
  ...props
}: PeriodInputProps) {
  const { t } = useTranslation('dates')
  const [open, setOpen] = useState(false)
  const name = useNameOfPeriod(presets)
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger>
        <button
          type="button"
          // A label beside it would be its whole name.
          aria-label={`${t('period.label')}: ${name(value)}`}
          {...props}
          className={cn(controlStyles, 'flex h-control items-center gap-2 px-3 text-left', className)}
        >
          <CalendarRange aria-hidden size={16} className="icon shrink-0 text-ink-2" />
          <span className="tabular min-w-0 flex-1 truncate">{name(value)}</span>
          <ChevronDown aria-hidden size={16} className="icon shrink-0 text-ink-2" />
        </button>
      </PopoverTrigger>
      <PopoverContent aria-label={t('period.label')} className="p-0">
        <Suspense fallback={<span className="block h-96 w-80" />}>
          <PeriodChoice
            value={value}
            nameOf={name}
            isOptional={isOptional}
            maxDays={maxDays}
            max={max}
            presets={presets}
            onChoose={next => {
              onChange(next)
              setOpen(false)
            }}
          />
        </Suspense>
      </PopoverContent>
    </Popover>
  )
}
