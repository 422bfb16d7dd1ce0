import { DELIVERY_METHODS } from '@balcao/shared/entities/rate.ts'
import type { SettingKey } from '@balcao/shared/entities/setting.ts'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '#/components/ui/combobox.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Switch } from '#/components/ui/switch.tsx'

type Shown = Exclude<SettingKey, 'revealUnknownEmail'>

const choices = {
  scheduleType: ['disabled', 'queue', 'company'],
  chatBotType: ['text'],
  deliveryMethods: DELIVERY_METHODS,
} as const

const isChoice = (key: Shown): key is keyof typeof choices => Object.hasOwn(choices, key)

interface SettingRowProps {
  setting: SettingKey
  value: string
  onChange: (value: string) => void
}

/** One setting: what it does, and its switch or choice at the right. */
export function SettingRow({ setting, value, onChange }: SettingRowProps) {
  const { t } = useTranslation('company')
  const id = useId()
  const key = setting as Shown
  const label = t(`setting.${key}`)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-b px-4 py-3 last:border-0">
      <div className="min-w-0 flex-1 basis-56">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-ink-2 text-sm">
          {t(`hint.${key}`)}
        </p>
      </div>
      {isChoice(key) ? (
        <Select
          id={id}
          aria-describedby={`${id}-hint`}
          value={value}
          onChange={event => onChange(event.target.value)}
          options={choices[key].map(choice => ({ value: choice, label: t(`option.${choice}`) }))}
          className="w-52"
        />
      ) : key === 'timezone' ? (
        <div className="w-72 max-w-full">
          <TimeZoneChoice id={id} label={label} value={value} onChange={onChange} />
        </div>
      ) : (
        <Switch
          id={id}
          aria-describedby={`${id}-hint`}
          checked={value === 'enabled'}
          onCheckedChange={on => onChange(on ? 'enabled' : 'disabled')}
        />
      )}
    </div>
  )
}

/** Every zone the browser knows, the Brazilian ones first, with the time it is there. */
function TimeZoneChoice({
  id,
  label,
  value,
  onChange,
}: {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const options = useMemo(() => {
    const brazil = [
      'Sao_Paulo',
      'Bahia',
      'Fortaleza',
      'Recife',
      'Belem',
      'Manaus',
      'Cuiaba',
      'Campo_Grande',
      'Porto_Velho',
      'Boa_Vista',
      'Rio_Branco',
      'Noronha',
    ].map(city => `America/${city}`)
    const all = Intl.supportedValuesOf('timeZone')
    return [...new Set([...brazil, ...all, value])].map(zone => ({
      value: zone,
      label: zone.replaceAll('_', ' '),
      hint: offsetOf(zone),
    }))
  }, [value])
  return <Combobox id={id} label={label} value={value} options={options} onChange={next => next && onChange(next)} />
}

function offsetOf(zone: string) {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(
      new Date(),
    )
    return parts.find(part => part.type === 'timeZoneName')?.value ?? ''
  } catch {
    return ''
  }
}
