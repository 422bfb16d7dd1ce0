import { IntegrationBody, queueIntegration } from '@balcao/shared/api/automation/queue-integrations.ts'
import {
  INTEGRATION_LANGUAGES,
  INTEGRATION_TYPES,
  type QueueIntegration,
} from '@balcao/shared/entities/queue-integration.ts'
import { integrationProblem } from '@balcao/shared/rules/integration-problem.ts'
import { codeMessage } from '@balcao/shared/validation/field-message.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { RowDialog } from '#/components/row-dialog.tsx'
import { Button } from '#/components/ui/button.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { Field, FormSection } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { codeText } from '#/lib/error-text.ts'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

interface IntegrationDialogProps {
  /** The integration to edit; null: a new one. */
  integration: QueueIntegration | null
  onClose: () => void
  /** Called with a new secret, which is shown once. */
  onSecret: (secret: string) => void
}

type FormInput = z.input<typeof IntegrationBody>
type Output = z.output<typeof IntegrationBody>
type Form = UseFormReturn<FormInput, unknown, Output>

export function IntegrationDialog({ integration, onClose, onSecret }: IntegrationDialogProps) {
  const { t } = useTranslation(['integrations', 'common'])
  const hasStored = integration?.hasJsonContent === true
  const form: Form = useForm({
    resolver: formResolver(
      IntegrationBody.superRefine((body, context) => {
        const problem = integrationProblem({ ...body, hasJsonContent: hasStored || body.jsonContent.trim() !== '' })
        if (problem) context.addIssue({ code: 'custom', path: [problem.path], message: codeMessage(problem.code) })
      }),
    ),
    defaultValues: {
      type: integration?.type ?? 'n8n',
      name: integration?.name ?? '',
      projectName: integration?.projectName ?? '',
      jsonContent: '',
      language: integration?.language ?? 'pt-BR',
      urlN8N: integration?.urlN8N ?? '',
      typebotDelayMessage: integration?.typebotDelayMessage ?? 1000,
      typebotExpires: integration?.typebotExpires ?? 1,
      typebotKeywordFinish: integration?.typebotKeywordFinish ?? '',
      typebotKeywordRestart: integration?.typebotKeywordRestart ?? '',
      typebotRestartMessage: integration?.typebotRestartMessage ?? '',
      typebotSlug: integration?.typebotSlug ?? '',
      typebotUnknownMessage: integration?.typebotUnknownMessage ?? '',
    },
  })
  const { errors } = form.formState
  const values = form.watch()
  const { type } = values

  const save = async (body: Output) => {
    if (integration) return api(queueIntegration.update, { params: { id: integration.id }, body })
    const { secret, ...made } = await api(queueIntegration.create, { body })
    if (secret) onSecret(secret)
    return made
  }

  return (
    <RowDialog
      form={form}
      title={integration ? t('edit') : t('add')}
      size="lg"
      save={save}
      list={queueIntegration.list}
      rowsKey="queueIntegrations"
      saved={integration ? t('saved') : t('added')}
      fieldOf={{
        ERR_INTEGRATION_NAME_ALREADY_EXISTS: 'name',
        ERR_OUTGOING_URL: 'urlN8N',
        ERR_INTEGRATION_ACCOUNT: 'jsonContent',
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('field.type')} hint={integration ? t('field.typeHint') : undefined}>
          <Select
            options={INTEGRATION_TYPES.map(value => ({ value, label: t(`type.${value}`) }))}
            disabled={integration !== null}
            {...form.register('type')}
          />
        </Field>
        <Field label={t('field.name')} error={fieldError(errors.name)} required>
          <Input autoComplete="off" {...form.register('name')} />
        </Field>
      </div>
      <p className="rounded-md bg-info-soft px-3 py-2 text-info-ink">{t(`about.${type}`)}</p>
      {type === 'dialogflow' && <DialogflowFields form={form} integration={integration} />}
      {type !== 'dialogflow' && (
        <Field
          label={t(type === 'typebot' ? 'field.typebotUrl' : 'field.url')}
          hint={t(type === 'typebot' ? 'field.typebotUrlHint' : 'field.urlHint')}
          error={fieldError(errors.urlN8N)}
          required
        >
          <Input type="url" inputMode="url" autoComplete="off" placeholder="https://" {...form.register('urlN8N')} />
        </Field>
      )}
      {type === 'typebot' && <TypebotFields form={form} />}
      {integration?.hasSecret && <SecretSection integration={integration} onSecret={onSecret} />}
    </RowDialog>
  )
}

function DialogflowFields({ form, integration }: { form: Form; integration: QueueIntegration | null }) {
  const { t } = useTranslation(['integrations', 'common'])
  const { errors } = form.formState
  const values = form.watch()
  const { projectName = '', jsonContent = '', language = 'pt-BR' } = values
  const test = useMutation({
    mutationFn: () =>
      api(queueIntegration.testSession, {
        body: { projectName, jsonContent, language, ...(integration ? { integrationId: integration.id } : {}) },
      }),
    onError: toast.error,
  })
  // A change invalidates the result of the earlier test, which ran in another session.
  const { reset } = test
  // biome-ignore lint/correctness/useExhaustiveDependencies: forgotten with each change
  useEffect(reset, [projectName, jsonContent, language])
  const hasStored = integration?.hasJsonContent === true
  const result = useRef<HTMLParagraphElement>(null)
  // On a phone the result is below the visible part.
  useEffect(() => {
    if (test.data) result.current?.scrollIntoView({ block: 'nearest' })
  }, [test.data])
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('field.project')} error={fieldError(errors.projectName)} required>
          <Input autoComplete="off" {...form.register('projectName')} />
        </Field>
        <Field label={t('field.language')}>
          <Select
            options={INTEGRATION_LANGUAGES.map(value => ({ value, label: t(`language.${value}`) }))}
            {...form.register('language')}
          />
        </Field>
      </div>
      <Field
        label={t('field.json')}
        hint={t(hasStored ? 'field.jsonStored' : 'field.jsonHint')}
        error={fieldError(errors.jsonContent)}
        required={!hasStored}
      >
        <Textarea
          rows={5}
          spellCheck={false}
          autoComplete="off"
          className="font-mono"
          {...form.register('jsonContent')}
        />
      </Field>
      <div className="flex flex-wrap items-start gap-3">
        <Button
          loading={test.isPending}
          disabled={projectName.trim() === '' || (!hasStored && jsonContent.trim() === '')}
          onClick={() => test.mutate()}
        >
          {t('test.run')}
        </Button>
        <p ref={result} role="status" className="min-w-0 flex-1 basis-60 self-center break-words">
          {test.data &&
            (test.data.ok ? (
              <span className="text-success-ink">
                {t('test.ok', { intent: test.data.intent || '–', reply: test.data.reply || '–' })}
              </span>
            ) : (
              <span className="text-danger-ink">{codeText(test.data.error ?? '') ?? t('test.failed')}</span>
            ))}
        </p>
      </div>
    </>
  )
}

function TypebotFields({ form }: { form: Form }) {
  const { t } = useTranslation(['integrations', 'common'])
  const { errors } = form.formState
  const number = (name: 'typebotDelayMessage' | 'typebotExpires') => (
    <Field label={t(`field.${name}`)} hint={t(`field.${name}Hint`)} error={fieldError(errors[name])}>
      <Input
        type="number"
        min={0}
        inputMode="numeric"
        className="tabular"
        {...form.register(name, { valueAsNumber: true })}
      />
    </Field>
  )
  const text = (name: 'typebotKeywordFinish' | 'typebotKeywordRestart') => (
    <Field label={t(`field.${name}`)} hint={t(`field.${name}Hint`)} error={fieldError(errors[name])}>
      <Input autoComplete="off" {...form.register(name)} />
    </Field>
  )
  const message = (name: 'typebotRestartMessage' | 'typebotUnknownMessage') => (
    <Field label={t(`field.${name}`)} hint={t(`field.${name}Hint`)} error={fieldError(errors[name])}>
      <Textarea rows={2} {...form.register(name)} />
    </Field>
  )
  return (
    <>
      <Field
        label={t('field.typebotSlug')}
        hint={t('field.typebotSlugHint')}
        error={fieldError(errors.typebotSlug)}
        required
      >
        <Input autoComplete="off" {...form.register('typebotSlug')} />
      </Field>
      <FormSection title={t('section.pace')}>
        <div className="grid gap-4 sm:grid-cols-2">
          {number('typebotDelayMessage')}
          {number('typebotExpires')}
        </div>
      </FormSection>
      <FormSection title={t('section.words')}>
        <div className="grid gap-4 sm:grid-cols-2">
          {text('typebotKeywordFinish')}
          {text('typebotKeywordRestart')}
        </div>
        {message('typebotRestartMessage')}
        {message('typebotUnknownMessage')}
      </FormSection>
    </>
  )
}

function SecretSection({ integration, onSecret }: { integration: QueueIntegration; onSecret: (text: string) => void }) {
  const { t } = useTranslation('integrations')
  const replace = useMutation({
    mutationFn: () => api(queueIntegration.replaceSecret, { params: { id: integration.id } }),
    onSuccess: ({ secret }) => onSecret(secret),
    onError: toast.error,
  })
  const ask = async () => {
    const yes = await confirm({
      title: t('secret.replaceTitle'),
      description: t('secret.replaceHint'),
      confirmLabel: t('secret.replace'),
    })
    if (yes) replace.mutate()
  }
  return (
    <FormSection title={t('secret.section')} hint={t('secret.sectionHint')}>
      <div>
        <Button loading={replace.isPending} onClick={() => void ask()}>
          {t('secret.replace')}
        </Button>
      </div>
    </FormSection>
  )
}
