import { SNOOZE_TIMES } from '@balcao/shared/entities/macro.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '#/components/ui/input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { amountOf, durationOf, MOST_OF, SNOOZE_UNITS, type SnoozeUnit } from './snooze-time.ts'

interface SnoozeFieldsProps {
  label: string
  value: string
  invalid: boolean
  onChange: (value: string) => void
}

/** Length that is offered first where no preset is wanted. */
const FIRST = { amount: 4, unit: 'hours' } as const

/** Edits until when an action snoozes: a preset, or a length of time. */
export function SnoozeFields({ label, value, invalid, onChange }: SnoozeFieldsProps) {
  const { t } = useTranslation(['macros', 'ticketDetails'])
  const isPreset = (SNOOZE_TIMES as readonly string[]).includes(value)
  const own = amountOf(value)
  // An emptied amount keeps its unit.
  const [unit, setUnit] = useState<SnoozeUnit>(own?.unit ?? FIRST.unit)
  const isOwn = own !== undefined || value === ''
  return (
    <div className="flex flex-col gap-2">
      <Select
        aria-label={label}
        value={isOwn ? 'own' : value}
        options={[
          ...SNOOZE_TIMES.map(each => ({ value: each, label: t(`ticketDetails:snooze.${each}`) })),
          { value: 'own', label: t('snooze.own') },
          // A fixed time, which only the API sets.
          ...(isPreset || isOwn ? [] : [{ value, label: value }]),
        ]}
        onChange={({ target }) => {
          if (target.value !== 'own') return onChange(target.value)
          setUnit(FIRST.unit)
          onChange(durationOf(FIRST.amount, FIRST.unit))
        }}
      />
      {isOwn && (
        <div className="grid grid-cols-2 gap-2">
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={MOST_OF[unit]}
            aria-label={`${label}: ${t('snooze.amount')}`}
            aria-invalid={invalid}
            value={own?.amount ?? ''}
            onChange={({ target }) => onChange(durationOf(Number(target.value), unit))}
          />
          <Select
            aria-label={`${label}: ${t('snooze.unit')}`}
            value={unit}
            options={SNOOZE_UNITS.map(each => ({ value: each, label: t(`snooze.${each}`) }))}
            onChange={({ target }) => {
              const next = target.value as SnoozeUnit
              setUnit(next)
              if (own) onChange(durationOf(own.amount, next))
            }}
          />
        </div>
      )}
    </div>
  )
}
