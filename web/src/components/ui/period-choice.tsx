import { countDays, isDay } from '@balcao/shared/rules/days.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { dayOf } from '#/lib/format.ts'
import { type Preset, periodOf } from '#/lib/periods.ts'
import { Button } from './button.tsx'
import { RangeCalendar } from './day-calendar.tsx'
import { DayInput } from './day-input.tsx'
import { Field, Form } from './field.tsx'
import type { PeriodValue } from './period-input.tsx'

interface PeriodChoiceProps {
  value: PeriodValue
  nameOf: (value: PeriodValue | Preset) => string
  isOptional: boolean
  maxDays: number | undefined
  max: string | undefined
  presets: readonly Preset[]
  onChoose: (value: PeriodValue) => void
}

/** Offers the periods people ask for, a calendar, and fields for both ends. Texts: `dates`. */
export function PeriodChoice(props: PeriodChoiceProps) {
  const { value, nameOf, isOptional, maxDays, max, onChoose } = props
  const { t } = useTranslation(['dates', 'common'])
  const today = dayOf(Date.now())
  const [draft, setDraft] = useState(value ?? periodOf('days30', today))
  const days = isDay(draft.from) && isDay(draft.to) ? countDays(draft.from, draft.to) : undefined
  const wrong =
    days !== undefined && days < 1
      ? t('period.order')
      : days !== undefined && maxDays !== undefined && days > maxDays
        ? t('period.tooLong', { count: maxDays })
        : undefined
  const periods = props.presets
    .map(preset => ({ name: nameOf(preset), period: periodOf(preset, today) }))
    .filter(({ period: { from, to } }) => maxDays === undefined || countDays(from, to) <= maxDays)
  const any: { name: string; period: PeriodValue } = { name: nameOf(undefined), period: undefined }
  return (
    <div className="flex max-sm:flex-col">
      <ul className="flex shrink-0 gap-0.5 border-line p-2 max-sm:flex-wrap max-sm:border-b sm:w-44 sm:flex-col sm:border-r">
        {(isOptional ? [any, ...periods] : periods).map(({ name, period }) => {
          // On some days of a month two of them are the same.
          const chosen = period?.from === value?.from && period?.to === value?.to
          return (
            <li key={name}>
              <button
                type="button"
                aria-pressed={chosen}
                onClick={() => onChoose(period)}
                className={cn(
                  'h-control-sm w-full rounded-md px-2.5 text-left text-sm hover:bg-hover',
                  chosen && 'bg-accent-soft font-medium text-accent-ink',
                )}
              >
                {name}
              </button>
            </li>
          )
        })}
      </ul>
      <Form
        aria-label={t('period.label')}
        className="gap-3 p-3"
        onSubmit={() => {
          if (days !== undefined && !wrong) onChoose(draft)
        }}
      >
        <div className="grid grid-cols-2 gap-2">
          <Field label={t('period.from')}>
            <DayInput
              hasNoCalendar
              value={draft.from}
              max={max}
              onChange={from => setDraft({ ...draft, from })}
              className="w-36"
            />
          </Field>
          <Field label={t('period.to')} error={wrong}>
            <DayInput
              hasNoCalendar
              value={draft.to}
              max={max}
              onChange={to => setDraft({ ...draft, to })}
              className="w-36"
            />
          </Field>
        </div>
        <RangeCalendar
          today={today}
          max={max}
          {...(days === undefined ? periodOf('today', today) : draft)}
          onChoose={setDraft}
        />
        <Button type="submit" variant="primary" disabled={days === undefined || wrong !== undefined}>
          {t('period.use')}
        </Button>
      </Form>
    </div>
  )
}
