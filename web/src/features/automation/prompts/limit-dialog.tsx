import { aiSettings } from '@balcao/shared/api/automation/ai.ts'
import { type PromptUsage, prompts } from '@balcao/shared/api/automation/prompts.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { useQuery } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#/components/form-dialog.tsx'
import { PendingState } from '#/components/pending-state.tsx'
import { Button } from '#/components/ui/button.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input, PasswordInput } from '#/components/ui/input.tsx'
import { MoneyInput } from '#/components/ui/money-input.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formatMoney, formatNumber } from '#/lib/format.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { saveFailed } from '#/lib/save-failed.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { AiUseTable } from './ai-use-table.tsx'
import { useUsageText } from './use-usage-text.ts'

const ai = apiQuery(aiSettings.get)

interface Values {
  /** Tokens of a month. */
  limit: string
  monthlyCap: number | null
  /** New key; empty keeps the stored one, which never comes back here. */
  apiKey: string
  copilotModel: string
  embeddingModel: string
}

/**
 * Edits the tokens and the money that AI may spend in a month, and the key and models of the
 * copilot and the knowledge; below them is the use of the last days.
 */
export function LimitDialog({ usage, onClose }: { usage: PromptUsage; onClose: () => void }) {
  const { t } = useTranslation('prompts')
  const usageText = useUsageText()
  const stored = useQuery(ai)
  const { data } = stored
  const { copilotModel = '', embeddingModel = '', monthlyCap = null, hasApiKey = false } = data ?? {}
  const limit = usage.limit === null ? '' : String(usage.limit)
  const form = useForm<Values>({
    values: { limit, monthlyCap, apiKey: '', copilotModel, embeddingModel },
    resetOptions: { keepDirtyValues: true },
  })
  const { isDirty, isSubmitting, errors, dirtyFields } = form.formState
  const submit = form.handleSubmit(async ({ limit, ...values }) => {
    const names = Object.keys(values) as (keyof typeof values)[]
    const changed = names.filter(name => dirtyFields[name])
    try {
      if (dirtyFields.limit)
        await api(settings.update, { params: { key: 'openAiMonthlyTokens' }, body: { value: limit.trim() } })
      if (changed.length > 0) {
        const body = Object.fromEntries(changed.map(name => [name, values[name]]))
        queryClient.setQueryData(ai.queryKey, await api(aiSettings.save, { body }))
      }
      await queryClient.invalidateQueries({ queryKey: apiQuery(prompts.usage).queryKey })
      toast.success(t('limit.saved'))
      onClose()
    } catch (error) {
      saveFailed(form, error)
    }
  })
  const removeKey = async () => {
    const yes = await confirm({
      title: t('key.removeTitle'),
      description: t('key.removeHint'),
      confirmLabel: t('key.remove'),
    })
    if (!yes) return
    try {
      queryClient.setQueryData(ai.queryKey, await api(aiSettings.save, { body: { apiKey: '' } }))
      toast.success(t('key.removed'))
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <FormDialog
      title={t('limit.title')}
      description={usageText(usage)}
      size="lg"
      dirty={isDirty}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
      instead={data ? undefined : <PendingState query={stored} className="h-80" />}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('limit.field')} hint={t('limit.hint')} error={errors.limit && t('limit.invalid')}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            {...form.register('limit', { pattern: /^\s*([1-9]\d{0,11})?\s*$/ })}
          />
        </Field>
        <Controller
          control={form.control}
          name="monthlyCap"
          render={({ field }) => (
            <Field
              label={data && data.currency !== 'BRL' ? t('cap.fieldIn', { currency: data.currency }) : t('cap.field')}
              hint={
                data &&
                [
                  t('cap.hint', { cost: formatMoney(data.cost, data.currency) }),
                  ...(data.unpriced > 0
                    ? [t('cap.unpriced', { count: data.unpriced, tokens: formatNumber(data.unpriced) })]
                    : []),
                ].join(' ')
              }
              error={fieldError(errors.monthlyCap)}
            >
              <MoneyInput
                currency={data?.currency}
                value={field.value}
                onChange={amount => field.onChange(amount === 0 ? null : amount)}
                onBlur={field.onBlur}
                ref={field.ref}
              />
            </Field>
          )}
        />
      </div>
      <fieldset className="flex flex-col gap-4 border-line border-t pt-4">
        <legend className="float-left w-full font-semibold">{t('key.title')}</legend>
        <p className="text-ink-2 text-sm">{t('key.hint')}</p>
        <Field
          label={t('apiKey')}
          hint={t(hasApiKey ? 'keyKept' : 'key.none')}
          error={fieldError(errors.apiKey)}
          aside={
            hasApiKey && (
              <Button size="sm" variant="danger-ghost" onClick={() => void removeKey()}>
                {t('key.remove')}
              </Button>
            )
          }
        >
          <PasswordInput autoComplete="off" maxLength={500} {...form.register('apiKey')} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('key.copilotModel')} hint={t('modelHint')} error={fieldError(errors.copilotModel)}>
            <Input autoComplete="off" maxLength={100} {...form.register('copilotModel')} />
          </Field>
          <Field
            label={t('key.embeddingModel')}
            hint={t('key.embeddingHint')}
            error={fieldError(errors.embeddingModel)}
          >
            <Input autoComplete="off" maxLength={100} {...form.register('embeddingModel')} />
          </Field>
        </div>
      </fieldset>
      <AiUseTable />
    </FormDialog>
  )
}
