import type { prompts } from '@balcao/shared/api/automation/prompts.ts'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { fieldError } from '#/lib/field-error.ts'

type Body = typeof prompts.create.body
type Props = { form: UseFormReturn<z.input<Body>, unknown, z.output<Body>> }

/** Edits what a version of an agent has beside its tools. */
export function ConfigurationFields({ form }: Props) {
  return (
    <>
      <TextField form={form} />
      <ModelField form={form} />
      <LimitFields form={form} />
    </>
  )
}

/** Edits an agent's instructions. */
export function TextField({ form }: Props) {
  const { t } = useTranslation('prompts')
  return (
    <Field label={t('prompt')} hint={t('promptHint')} error={fieldError(form.formState.errors.prompt)} required>
      <Textarea rows={8} {...form.register('prompt')} />
    </Field>
  )
}

export function ModelField({ form }: Props) {
  const { t } = useTranslation('prompts')
  return (
    <Field label={t('model')} hint={t('modelHint')} error={fieldError(form.formState.errors.model)}>
      <Input autoComplete="off" {...form.register('model')} />
    </Field>
  )
}

/** Edits the length, variety and number of an agent's answers. */
export function LimitFields({ form }: Props) {
  const { t } = useTranslation('prompts')
  const { errors } = form.formState
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field label={t('maxTokens')} hint={t('maxTokensHint')} error={fieldError(errors.maxTokens)}>
        <Input type="number" min={10} {...form.register('maxTokens', { valueAsNumber: true })} />
      </Field>
      <Field label={t('temperature')} hint={t('temperatureHint')} error={fieldError(errors.temperature)}>
        <Input type="number" min={0} max={2} step={0.1} {...form.register('temperature', { valueAsNumber: true })} />
      </Field>
      <Field label={t('maxMessages')} hint={t('maxMessagesHint')} error={fieldError(errors.maxMessages)}>
        <Input type="number" min={1} {...form.register('maxMessages', { valueAsNumber: true })} />
      </Field>
    </div>
  )
}
