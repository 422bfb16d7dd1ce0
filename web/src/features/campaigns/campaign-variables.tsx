import type { CampaignVariable } from '@balcao/shared/entities/campaign.ts'
import { isVariable, VARIABLE_NAME } from '@balcao/shared/rules/variable-names.ts'
import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Field, Form } from '#/components/ui/field.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Input } from '#/components/ui/input.tsx'
import { toast } from '#/lib/toast.ts'

interface CampaignVariablesProps {
  variables: readonly CampaignVariable[]
  onChange: (variables: CampaignVariable[]) => void
}

const MAX_VARIABLES = 50
const MAX_VALUE_LENGTH = 1000

/**
 * Edits the variables that campaign texts may use besides the usual ones: added, changed, removed.
 */
export function CampaignVariables({ variables, onChange }: CampaignVariablesProps) {
  const { t } = useTranslation('campaigns')
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const [error, setError] = useState<string | undefined>()

  const problemOf = (name: string): string | undefined => {
    if (!VARIABLE_NAME.test(name)) return t('config.variables.badName')
    if (isVariable(name)) return t('config.variables.usual')
    if (variables.some(each => each.key.toLowerCase() === name.toLowerCase())) return t('config.variables.taken')
    return variables.length >= MAX_VARIABLES ? t('config.variables.tooMany', { count: MAX_VARIABLES }) : undefined
  }
  const add = () => {
    const name = key.trim().replace(/^\{+\s*|\s*\}+$/g, '')
    const problem = problemOf(name)
    setError(problem)
    if (problem) return
    onChange([...variables, { key: name, value: value.trim() }])
    setKey('')
    setValue('')
  }
  const remove = (gone: CampaignVariable) => {
    onChange(variables.filter(each => each.key !== gone.key))
    toast.undo(t('config.variables.removed', { name: `{{${gone.key}}}` }), () => onChange([...variables]))
  }
  return (
    <section className="pt-5">
      <h2 className="mb-1 font-semibold">{t('config.variables.title')}</h2>
      <p className="mb-2 text-ink-2 text-sm">{t('config.variables.hint', { example: '{{promo}}' })}</p>
      <div className="rounded-md border border-line bg-surface">
        {variables.length > 0 && (
          <ul>
            {variables.map(variable => (
              <li key={variable.key} className="flex flex-wrap items-center gap-3 border-line border-b px-4 py-2">
                <bdi className="w-40 truncate font-medium" title={`{{${variable.key}}}`}>
                  {`{{${variable.key}}}`}
                </bdi>
                <div className="flex min-w-0 flex-1 basis-48 items-center gap-2">
                  <Content
                    label={t('config.variables.contentOf', { name: `{{${variable.key}}}` })}
                    value={variable.value}
                    onChange={changed =>
                      onChange(variables.map(each => (each.key === variable.key ? { ...each, value: changed } : each)))
                    }
                  />
                  <IconButton
                    label={t('config.variables.remove', { name: `{{${variable.key}}}` })}
                    icon={<Trash2 size={16} />}
                    tone="danger"
                    onClick={() => remove(variable)}
                  />
                </div>
              </li>
            ))}
          </ul>
        )}
        <Form onSubmit={add} className="gap-3 p-4 sm:flex-row sm:items-start">
          <Field label={t('config.variables.key')} error={error} className="sm:w-40">
            <Input
              autoComplete="off"
              autoCapitalize="off"
              maxLength={50}
              value={key}
              onChange={event => {
                setKey(event.target.value)
                setError(undefined)
              }}
            />
          </Field>
          <Field label={t('config.variables.content')} className="min-w-0 flex-1">
            <Input maxLength={MAX_VALUE_LENGTH} value={value} onChange={event => setValue(event.target.value)} />
          </Field>
          <Button type="submit" className="sm:mt-6">
            {t('config.variables.add')}
          </Button>
        </Form>
      </div>
    </section>
  )
}

/** Shows a field for the value, saved on blur or with Enter. */
function Content({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value)
  // The value was saved elsewhere, or refused.
  useEffect(() => setText(value), [value])
  const keep = () => text.trim() !== value && onChange(text.trim())
  return (
    <Input
      aria-label={label}
      maxLength={MAX_VALUE_LENGTH}
      value={text}
      onChange={event => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={event => event.key === 'Enter' && keep()}
    />
  )
}
