import { aiSettings } from '@balcao/shared/api/automation/ai.ts'
import { type PromptUsage, prompts } from '@balcao/shared/api/automation/prompts.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { useQuery } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#/components/form-dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { MoneyInput } from '#/components/ui/money-input.tsx'
import { formatNumber } from '#/lib/format.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useUsageText } from './use-usage-text.ts'

const ai = apiQuery(aiSettings.get)

/** Edits the tokens, and the money, that everything that uses AI may spend in a month. */
export function LimitDialog({ usage, onClose }: { usage: PromptUsage; onClose: () => void }) {
  const { t } = useTranslation('prompts')
  const usageText = useUsageText()
  const { data } = useQuery(ai)
  const form = useForm<{ limit: string; cap: number | null | undefined }>({
    defaultValues: { limit: usage.limit === null ? '' : String(usage.limit), cap: undefined },
  })
  const { isDirty, isSubmitting, errors } = form.formState
  const submit = form.handleSubmit(async ({ limit, cap }) => {
    try {
      await api(settings.update, { params: { key: 'openAiMonthlyTokens' }, body: { value: limit.trim() } })
      if (cap !== undefined)
        queryClient.setQueryData(ai.queryKey, await api(aiSettings.save, { body: { monthlyCap: cap } }))
      await queryClient.invalidateQueries({ queryKey: apiQuery(prompts.usage).queryKey })
      toast.success(t('limit.saved'))
      onClose()
    } catch (error) {
      toast.error(error)
    }
  })
  return (
    <FormDialog
      title={t('limit.title')}
      description={usageText(usage)}
      size="sm"
      dirty={isDirty}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('limit.field')} hint={t('limit.hint')} error={errors.limit && t('limit.invalid')}>
        <Input
          inputMode="numeric"
          autoComplete="off"
          {...form.register('limit', { pattern: /^\s*([1-9]\d{0,11})?\s*$/ })}
        />
      </Field>
      {data && (
        <Controller
          control={form.control}
          name="cap"
          render={({ field }) => (
            <Field
              label={t('cap.field')}
              hint={[
                t('cap.hint', { cost: moneyText(data.cost, data.currency) }),
                ...(data.unpriced > 0
                  ? [t('cap.unpriced', { count: data.unpriced, tokens: formatNumber(data.unpriced) })]
                  : []),
              ].join(' ')}
            >
              <MoneyInput
                value={field.value === undefined ? data.monthlyCap : field.value}
                onChange={amount => field.onChange(amount === 0 ? null : amount)}
                onBlur={field.onBlur}
                ref={field.ref}
              />
            </Field>
          )}
        />
      )}
    </FormDialog>
  )
}

const moneyText = (amount: number, currency: string): string =>
  formatNumber(amount, { style: 'currency', currency, maximumFractionDigits: 2 })
