import type { CustomField, FieldValue } from '@balcao/shared/entities/custom-field.ts'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayInput } from '#/components/ui/day-input.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { currentLanguage } from '#/lib/i18n.ts'

interface FieldControlProps extends Pick<ComponentProps<'input'>, 'autoFocus' | 'onBlur'> {
  field: CustomField
  /** Text of the choice of no value, where it means more than that. */
  noneLabel?: string
  /** Null for none. */
  value: FieldValue | null
  /**
   * Called with the value, null for none, or the text as it stands
   * where it is no value of the type.
   */
  onChange: (value: FieldValue | null) => void
}

const decimalSign = (): string => (currentLanguage() === 'en' ? '.' : ',')

/** Thousands with the sign between groups of each decimal sign: "1.500", "12.345,6"; "1,500". */
const GROUPED: Record<string, RegExp> = {
  ',': /^[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/,
  '.': /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/,
}

/**
 * Returns the number that a person typed with a comma or a point, else the text. Groups of three
 * digits are thousands in the person's language, as numbers are shown.
 */
function typedNumber(text: string): FieldValue | null {
  const plain = text.trim()
  if (plain === '') return null
  const sign = decimalSign()
  const digits = GROUPED[sign]!.test(plain) ? plain.replaceAll(sign === ',' ? '.' : ',', '') : plain
  const number = Number(digits.replace(',', '.'))
  return Number.isFinite(number) ? number : text
}

/** Shows the control of a custom field by its type. Texts: `fields`. */
export function FieldControl({ field, noneLabel, value, onChange, ...rest }: FieldControlProps) {
  const { t } = useTranslation('fields')
  switch (field.type) {
    case 'choice':
    case 'boolean': {
      const choices = field.type === 'choice' ? choicesOf(field, value) : yesOrNo(t('yes'), t('no'))
      return (
        <Select
          {...(rest as object)}
          placeholder={noneLabel ?? t('none')}
          options={choices}
          value={value === null ? '' : String(value)}
          onChange={({ target }) =>
            onChange(target.value === '' ? null : field.type === 'boolean' ? target.value === 'true' : target.value)
          }
        />
      )
    }
    case 'date':
      return <DayInput {...rest} value={String(value ?? '')} onChange={day => onChange(day || null)} />
    case 'number':
      return <NumberControl {...rest} value={value} onChange={onChange} />
    default:
      return (
        <Input
          {...rest}
          autoComplete="off"
          {...(field.type === 'link' ? { type: 'url', placeholder: 'https://' } : {})}
          value={String(value ?? '')}
          onChange={event => onChange(event.target.value || null)}
        />
      )
  }
}

/** Returns the field's choices, and the chosen one where it is no longer offered. */
const choicesOf = ({ choices }: CustomField, value: FieldValue | null) =>
  [...choices, ...(typeof value === 'string' && !choices.includes(value) ? [value] : [])].map(choice => ({
    value: choice,
    label: choice,
  }))

const yesOrNo = (yes: string, no: string) => [
  { value: 'true', label: yes },
  { value: 'false', label: no },
]

type NumberControlProps = Omit<FieldControlProps, 'field' | 'noneLabel'>

/** Keeps the text as it is typed: `12,` is not `12` yet. */
function NumberControl({ value, onChange, ...rest }: NumberControlProps) {
  const [text, setText] = useState(value === null ? '' : String(value).replace('.', decimalSign()))
  return (
    <Input
      {...rest}
      autoComplete="off"
      inputMode="decimal"
      className="tabular"
      value={text}
      onChange={event => {
        setText(event.target.value)
        onChange(typedNumber(event.target.value))
      }}
    />
  )
}
