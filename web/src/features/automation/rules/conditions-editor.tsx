import {
  type ConditionField,
  isOwn,
  OPERATORS_OF,
  type Operator,
  ownFact,
  type RuleCondition,
} from '@balcao/shared/entities/rule.ts'
import type { RuleEvent } from '@balcao/shared/entities/rule-event.ts'
import { Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Combobox } from '#/components/ui/combobox.tsx'
import { DayInput } from '#/components/ui/day-input.tsx'
import { Field } from '#/components/ui/field.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Input } from '#/components/ui/input.tsx'
import { MoneyInput } from '#/components/ui/money-input.tsx'
import { Select } from '#/components/ui/select.tsx'
import type { ConditionErrors } from './condition-errors.ts'
import { factsOf, factType, newCondition } from './rule-form.ts'
import { useFactName, useOperatorName } from './rule-words.ts'
import type { FactChoices } from './use-fact-choices.ts'

/** Conditions that a rule may have. */
const MOST = 20

interface ConditionsEditorProps {
  event: RuleEvent
  value: readonly RuleCondition[]
  onChange: (value: RuleCondition[]) => void
  errors: readonly (ConditionErrors | undefined)[]
  facts: FactChoices
}

let lastKey = 0
const nextKey = (): number => ++lastKey

/**
 * Lets a person say under which conditions a rule acts: a fact, how it is compared, and with what.
 */
export function ConditionsEditor({ event, value, onChange, errors, facts }: ConditionsEditorProps) {
  const { t } = useTranslation('rules')
  const id = useId()
  const [keys, setKeys] = useState(() => value.map(nextKey))
  const remove = (at: number) => {
    setKeys(keys.toSpliced(at, 1))
    onChange(value.toSpliced(at, 1))
    document.getElementById(`${id}-add`)?.focus()
  }
  const add = () => {
    setKeys([...keys, nextKey()])
    onChange([...value, newCondition('words', facts.own)])
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {value.length === 0 && <p className="text-ink-2">{t('noConditions')}</p>}
      <ol aria-label={t('conditions')} className="flex flex-col gap-2">
        {value.map((condition, at) => (
          <li key={keys[at]} className="flex items-start gap-1 rounded-md border border-line bg-surface p-2">
            <ConditionFields
              event={event}
              condition={condition}
              position={at + 1}
              onChange={next => onChange(value.with(at, next))}
              errors={errors[at] ?? {}}
              facts={facts}
            />
            <IconButton
              size="sm"
              tone="danger"
              className="mt-1.5"
              label={t('removeCondition', { position: at + 1 })}
              icon={<Trash2 size={16} />}
              onClick={() => remove(at)}
            />
          </li>
        ))}
      </ol>
      <div>
        <Button id={`${id}-add`} icon={<Plus size={16} />} disabled={value.length >= MOST} onClick={add}>
          {t('addCondition')}
        </Button>
      </div>
    </div>
  )
}

interface ConditionFieldsProps {
  event: RuleEvent
  condition: RuleCondition
  position: number
  onChange: (condition: RuleCondition) => void
  errors: ConditionErrors
  facts: FactChoices
}

function ConditionFields({ event, condition, position, onChange, errors, facts }: ConditionFieldsProps) {
  const { t } = useTranslation('rules')
  const operatorName = useOperatorName()
  const { field, operator } = condition
  const type = factType(field, facts.own)
  const factName = useFactName(facts.own)
  const offered: ConditionField[] = [...factsOf(event), ...facts.own.map(({ id }) => ownFact(id))]
  // A condition that the event before allowed stays, and can be changed.
  const fields = offered.includes(field) ? offered : [...offered, field]
  return (
    <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-[minmax(0,4fr)_minmax(0,3fr)_minmax(0,5fr)]">
      <Field label={<span className="sr-only">{t('fact', { position })}</span>} error={errors.field}>
        <Select
          value={field}
          options={fields.map(value => ({ value, label: factName(value) }))}
          onChange={({ target: { value } }) => onChange(newCondition(value as ConditionField, facts.own))}
        />
      </Field>
      <Field label={<span className="sr-only">{t('operatorOf', { position })}</span>} error={errors.operator}>
        <Select
          value={operator}
          options={OPERATORS_OF[type].map(value => ({ value, label: operatorName(type, value) }))}
          onChange={({ target: { value } }) => onChange({ ...condition, operator: value as Operator })}
        />
      </Field>
      <ValueField
        condition={condition}
        label={t('valueOf', { position })}
        onChange={value => onChange({ ...condition, value })}
        error={errors.value}
        facts={facts}
      />
    </div>
  )
}

interface ValueFieldProps {
  condition: RuleCondition
  label: string
  onChange: (value: string | number) => void
  error: string | undefined
  facts: FactChoices
}

function ValueField({ condition: { field, operator, value }, label, onChange, error, facts }: ValueFieldProps) {
  const { t } = useTranslation('rules')
  const options = facts[field]
  const hidden = <span className="sr-only">{label}</span>
  if (options)
    return (
      <Field label={hidden} error={error}>
        <Combobox
          options={options}
          value={value === '' ? null : String(value)}
          onChange={next => onChange(next ?? '')}
          emptyText={t('nothingToChoose')}
        />
      </Field>
    )
  if (field === 'orderValue')
    return (
      <Field label={hidden} error={error}>
        <MoneyInput value={value === '' ? null : Number(value)} onChange={next => onChange(next ?? '')} />
      </Field>
    )
  const type = factType(field, facts.own)
  if (type === 'date')
    return (
      <Field label={hidden} error={error}>
        <DayInput value={String(value)} onChange={onChange} />
      </Field>
    )
  if (type === 'number')
    return (
      <Field
        label={hidden}
        error={error}
        hint={isOwn(field) ? undefined : t(`valueHint.${field as 'rating' | 'idleMinutes'}`)}
      >
        <Input
          type="number"
          inputMode="numeric"
          {...(isOwn(field) ? { step: 'any' } : { min: 0 })}
          value={value}
          onChange={({ target }) => onChange(target.value === '' ? '' : Number(target.value))}
        />
      </Field>
    )
  return (
    <Field label={hidden} error={error} hint={operator === 'matches' ? t('matchesHint') : undefined}>
      <Input
        autoComplete="off"
        maxLength={500}
        value={value}
        placeholder={operator === 'matches' ? t('matchesExample') : undefined}
        onChange={event => onChange(event.target.value)}
      />
    </Field>
  )
}
