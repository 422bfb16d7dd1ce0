import { type PromptUsage, prompts } from '@balcao/shared/api/automation/prompts.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#/components/form-dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useUsageText } from './use-usage-text.ts'

/** Edits the number of tokens all AI agents together may use in a month. */
export function LimitDialog({ usage, onClose }: { usage: PromptUsage; onClose: () => void }) {
  const { t } = useTranslation('prompts')
  const usageText = useUsageText()
  const form = useForm({ defaultValues: { limit: usage.limit === null ? '' : String(usage.limit) } })
  const { isDirty, isSubmitting, errors } = form.formState
  const submit = form.handleSubmit(async ({ limit }) => {
    try {
      await api(settings.update, { params: { key: 'openAiMonthlyTokens' }, body: { value: limit.trim() } })
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
    </FormDialog>
  )
}
