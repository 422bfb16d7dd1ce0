import type { ERP_SETTINGS } from '@balcao/shared/entities/erp.ts'
import { FREIGHT_METHODS } from '@balcao/shared/entities/rate.ts'
import { MENU_FORMS, type SettingKey, SIGN_MESSAGES } from '@balcao/shared/entities/setting.ts'
import { useEffect, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextPreview } from '#/components/text-preview.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Combobox } from '#/components/ui/combobox.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { VariablesHint } from '#/components/variables-hint.tsx'
import { zoneName, zoneOffset } from '#/lib/zone-name.ts'

/** Settings with a row of their own: the others are shown beside what they concern. */
export type ShownSetting = Exclude<
  SettingKey,
  | 'birthdayTemplate'
  | 'openAiMonthlyTokens'
  | 'openAiMonthlyCap'
  | 'openAiKey'
  | 'openAiCopilotModel'
  | 'openAiEmbeddingModel'
  | (typeof ERP_SETTINGS)[keyof typeof ERP_SETTINGS][number]
>

const choices = {
  scheduleType: ['disabled', 'queue', 'company'],
  chatBotType: MENU_FORMS,
  deliveryMethods: FREIGHT_METHODS,
  signMessages: SIGN_MESSAGES,
} as const

const isChoice = (key: ShownSetting): key is keyof typeof choices => Object.hasOwn(choices, key)

interface SettingRowProps {
  setting: ShownSetting
  value: string
  onChange: (value: string) => void
}

/** Shows one setting: its effect, and its switch or choice on the right. */
export function SettingRow({ setting: key, value, onChange }: SettingRowProps) {
  const { t } = useTranslation('company')
  const id = useId()
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
      ) : key === 'birthdayMessage' ? (
        <BirthdayText id={id} value={value} onChange={onChange} />
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

const MAX_TEXT_LENGTH = 4096

/** Edits the text while it differs from the saved one, and shows how it arrives. */
function BirthdayText({ id, value, onChange }: { id: string; value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation(['company', 'common'])
  const [text, setText] = useState(value)
  // The text was saved elsewhere, or refused.
  useEffect(() => setText(value), [value])
  const changed = text !== value
  return (
    <div className="basis-full">
      <Textarea
        id={id}
        aria-describedby={`${id}-hint ${id}-variables`}
        maxLength={MAX_TEXT_LENGTH}
        placeholder={t('birthdayExample')}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <p id={`${id}-variables`} className="mt-1 text-ink-2 text-xs">
        <VariablesHint />
      </p>
      <TextPreview text={text} />
      {changed && (
        <div className="mt-2 flex justify-end gap-2">
          <Button size="sm" variant="ghost" onClick={() => setText(value)}>
            {t('common:action.discard')}
          </Button>
          <Button size="sm" variant="primary" onClick={() => onChange(text)}>
            {t('common:action.save')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Brazilian time zones by the city they are named after; ids have no accents. */
const BRAZIL: Readonly<Record<string, string>> = {
  'America/Sao_Paulo': 'São Paulo',
  'America/Bahia': 'Bahia',
  'America/Fortaleza': 'Fortaleza',
  'America/Recife': 'Recife',
  'America/Belem': 'Belém',
  'America/Manaus': 'Manaus',
  'America/Cuiaba': 'Cuiabá',
  'America/Campo_Grande': 'Campo Grande',
  'America/Porto_Velho': 'Porto Velho',
  'America/Boa_Vista': 'Boa Vista',
  'America/Rio_Branco': 'Rio Branco',
  'America/Noronha': 'Noronha',
}

/** Shows every time zone the browser knows, the Brazilian ones first, with its current time. */
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
  const options = useMemo(
    () =>
      [...new Set([...Object.keys(BRAZIL), ...Intl.supportedValuesOf('timeZone'), value])].map(zone => ({
        value: zone,
        label: `${cityOf(zone)} · ${zoneName(zone)}`,
        hint: zoneOffset(zone),
      })),
    [value],
  )
  return <Combobox id={id} label={label} value={value} options={options} onChange={next => next && onChange(next)} />
}

const cityOf = (zone: string): string => BRAZIL[zone] ?? zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
