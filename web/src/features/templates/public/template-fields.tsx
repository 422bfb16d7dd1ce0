import { templates } from '@balcao/shared/api/channels/templates.ts'
import type { Template } from '@balcao/shared/entities/template.ts'
import { orderVariableOf, productVariableOf } from '@balcao/shared/rules/templates/product-variable.ts'
import { isSendable, unfilledVariables } from '@balcao/shared/rules/templates/sending-components.ts'
import {
  HEADER_VARIABLE,
  type TemplateVariable,
  templateVariables,
} from '@balcao/shared/rules/templates/template-variables.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '#/components/ui/combobox.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { apiQuery } from '#/lib/queries.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'
import { languageName } from './language-name.ts'
import { TemplatePreview } from './template-preview.tsx'

type Values = Readonly<Record<string, string>>

/** Most templates that are offered at once; the others are found by searching. */
const OFFERED = 100

interface TemplateFieldsProps {
  label: string
  hint?: string
  whatsappId: string
  templateId: string | null
  values: Values
  onChange: (templateId: string | null, values: Values) => void
  /** Names of the variables that the values may hold. */
  variables: readonly string[]
  /** Fills these variables as they would be for somebody, for the preview. */
  fill: (text: string) => string
  /** Name of the form's file, which the header shows where it has one. */
  fileName?: string | undefined
  /** Text of the entry that chooses no template; without it one is required. */
  clearLabel?: string
  error?: string | undefined
  /** True after the form was submitted: values that are missing are marked. */
  isTried?: boolean
  disabled?: boolean
}

/**
 * Lets a person choose an approved template of a connection and fill it, and shows what it says.
 */
export function TemplateFields(props: TemplateFieldsProps) {
  const { label, hint, whatsappId, templateId, values, onChange, fill, fileName, clearLabel, error } = props
  const { t } = useTranslation('templateUse')
  const [text, setText] = useState('')
  const searchParam = useDebouncedValue(text, 250)
  const found = useQuery({
    ...apiQuery(templates.list, { query: { whatsappId, status: 'APPROVED', searchParam, limit: OFFERED } }),
    placeholderData: keepPreviousData,
  })
  const rows = (found.data?.templates ?? []).filter(each => each.whatsappId === whatsappId)
  const [chosen, setChosen] = useState<Template | null>(null)
  const template = rows.find(({ id }) => id === templateId) ?? (chosen?.id === templateId ? chosen : undefined)
  const choose = (id: string | null) => {
    const next = rows.find(each => each.id === id) ?? null
    setChosen(next)
    onChange(next?.id ?? null, next ? usualValues(next, props.variables) : {})
  }
  if (!found.data && found.isError)
    return (
      <ErrorState
        compact
        title={t('failed')}
        error={found.error}
        onRetry={() => void found.refetch()}
        retrying={found.isFetching}
      />
    )
  // A template that was deleted or is not approved any more has to be chosen anew.
  const isLost = templateId !== null && found.data !== undefined && searchParam === '' && !template
  const showsFile = fileName !== undefined && template !== undefined && hasFileHeader(template)
  const shown = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(value)]))
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Field
        label={label}
        hint={hint}
        error={error ?? (isLost ? t('lost') : undefined)}
        required={clearLabel === undefined}
      >
        <Combobox
          options={optionsOf(rows, template)}
          value={template?.id ?? null}
          onChange={choose}
          onSearch={setText}
          loading={found.isPending || found.isPlaceholderData}
          emptyText={t(searchParam === '' ? 'none' : 'notFound')}
          placeholder={clearLabel ?? t('choose')}
          disabled={props.disabled ?? false}
          {...(clearLabel === undefined ? {} : { clearLabel })}
        />
      </Field>
      {template && (
        <div className="grid min-w-0 gap-4 sm:grid-cols-2">
          <Fields {...props} template={template} showsFile={showsFile} />
          <TemplatePreview
            components={template.components}
            values={showsFile ? { ...shown, [HEADER_VARIABLE]: fileName } : shown}
          />
        </div>
      )}
    </div>
  )
}

function Fields({
  template,
  values,
  onChange,
  variables,
  showsFile,
  isTried = false,
  disabled = false,
}: TemplateFieldsProps & { template: Template; showsFile: boolean }) {
  const { t } = useTranslation('templateUse')
  const asked = templateVariables(template.components).filter(({ name }) => !showsFile || name !== HEADER_VARIABLE)
  const unfilled = unfilledVariables(template.components, values)
  const texts = asked.filter(({ kind }) => kind === 'text')
  const [last, setLast] = useState('')
  const into = texts.find(({ name }) => name === last)?.name ?? texts[0]?.name
  const set = (name: string, value: string) => onChange(template.id, { ...values, [name]: value })
  if (asked.length === 0) return <p className="text-ink-2 text-sm">{t(showsFile ? 'fileOnly' : 'nothing')}</p>
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {asked.map(variable => (
        <ValueField
          key={variable.name}
          variable={variable}
          value={values[variable.name] ?? ''}
          isWrong={unfilled.includes(variable.name) && (isTried || (values[variable.name] ?? '').trim() !== '')}
          disabled={disabled}
          onFocus={() => setLast(variable.name)}
          onChange={value => set(variable.name, value)}
        />
      ))}
      {into !== undefined && !disabled && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would stand among the form's own groups
        <div role="group" aria-label={t('variables')} className="flex flex-wrap gap-1.5">
          {variables.map(name => (
            <button
              key={name}
              type="button"
              aria-label={t('insert', { name, into: into.replaceAll('_', ' ') })}
              onClick={() => set(into, `${values[into] ?? ''}{{${name}}}`)}
              className="rounded-full border border-line-strong px-2 py-0.5 text-ink-2 text-xs hover:bg-hover hover:text-ink pointer-coarse:min-h-control pointer-coarse:px-3"
            >
              {`{{${name}}}`}
            </button>
          ))}
        </div>
      )}
      {showsFile && <p className="text-ink-2 text-xs">{t('file')}</p>}
    </div>
  )
}

interface ValueFieldProps {
  variable: TemplateVariable
  value: string
  isWrong: boolean
  disabled: boolean
  onFocus: () => void
  onChange: (value: string) => void
}

function ValueField({ variable: { name, kind, sample }, value, isWrong, disabled, ...on }: ValueFieldProps) {
  const { t } = useTranslation('templates')
  const isText = kind === 'text'
  const problem = value.trim() === '' ? t('value.required') : t(isText ? 'value.forbidden' : `value.${kind}`)
  const label = isText ? name.replaceAll('_', ' ') : kind === 'url' ? t('value.urlLabel') : t(`value.${kind}Label`)
  return (
    <Field label={label} error={isWrong ? problem : undefined} hint={isText ? undefined : t(`value.${kind}`)} required>
      <Input
        value={value}
        autoComplete="off"
        disabled={disabled}
        placeholder={isText ? sample : undefined}
        onFocus={on.onFocus}
        onChange={event => on.onChange(event.target.value)}
      />
    </Field>
  )
}

const hasFileHeader = ({ components }: Template): boolean =>
  templateVariables(components).some(
    ({ name, kind }) => name === HEADER_VARIABLE && kind !== 'location' && kind !== 'text',
  )

function optionsOf(rows: readonly Template[], template: Template | undefined) {
  const all = template && !rows.includes(template) ? [template, ...rows] : rows
  return all
    .filter(({ components }) => isSendable(components))
    .map(({ id, name, language }) => ({ value: id, label: name, hint: languageName(language) }))
}

/** Returns the values that variables get whose names say what they mean. */
const usualValues = ({ components }: Template, variables: readonly string[]): Values =>
  Object.fromEntries(
    templateVariables(components).map(({ name, kind }) => {
      const known = kind === 'text' ? (productVariableOf(name) ?? orderVariableOf(name)) : undefined
      return [name, known && variables.includes(known) ? `{{${known}}}` : '']
    }),
  )
