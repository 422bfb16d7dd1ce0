import { statusBudgets } from '@balcao/shared/api/orders/status-budgets.ts'
import type { StatusBudGet } from '@balcao/shared/entities/budget-status.ts'
import { ORDER_VARIABLES } from '@balcao/shared/rules/variables.ts'
import { Suspense } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { RowDialog } from '#/components/row-dialog.tsx'
import { SwitchField } from '#/components/switch-field.tsx'
import { TextPreview } from '#/components/text-preview.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { VariablesHint } from '#/components/variables-hint.tsx'
import { LazyStandInTemplate } from '#/features/templates/public/lazy-stand-in-template.ts'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { formatMoney } from '#/lib/format.ts'
import { api, useUser } from '#/lib/session.ts'

/** Creates an order status (`status` null) or edits one. */
export function StatusBudgetDialog({ status, onClose }: { status: StatusBudGet | null; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const user = useUser()
  const form = useForm({
    resolver: formResolver(statusBudgets.create.body),
    defaultValues: {
      code: status?.code ?? '',
      name: status?.name ?? '',
      message: status?.message ?? '',
      paid: status?.paid,
      templateId: status?.templateId ?? null,
      templateVariables: status?.templateVariables ?? {},
    },
  })
  const { errors } = form.formState
  const { name, message = '', templateId = null, templateVariables = {} } = form.watch()
  const more = { number: '1024', total: formatMoney(189.9), status: name.trim() || t('statuses.example') }
  return (
    <RowDialog
      form={form}
      title={status ? t('statuses.edit') : t('statuses.add')}
      save={body =>
        status ? api(statusBudgets.update, { params: { id: status.id }, body }) : api(statusBudgets.create, { body })
      }
      list={statusBudgets.list}
      rowsKey="statusBudGets"
      saved={status ? t('statuses.saved') : t('statuses.added')}
      fieldOf={{
        ERR_STATUS_BUDGET_NAME_ALREADY_EXISTS: 'name',
        ERR_NO_TEMPLATE_FOUND: 'templateId',
        ERR_TEMPLATE_KIND: 'templateId',
        ERR_TEMPLATE_NOT_APPROVED: 'templateId',
        ERR_TEMPLATE_VARIABLES: 'templateId',
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
        <Field label={t('statuses.name')} error={fieldError(errors.name)} required>
          <Input autoComplete="off" {...form.register('name')} />
        </Field>
        <Field label={t('code')} error={fieldError(errors.code)}>
          <Input autoComplete="off" {...form.register('code')} />
        </Field>
      </div>
      <SwitchField control={form.control} name="paid" label={t('statuses.paid')} hint={t('statuses.paidHint')} />
      <Field
        label={t('statuses.message')}
        hint={
          <>
            {t('statuses.messageHint')} <VariablesHint more={ORDER_VARIABLES} />
          </>
        }
        error={fieldError(errors.message)}
      >
        <Textarea rows={4} {...form.register('message')} />
      </Field>
      <TextPreview text={message} queueName={user.queues[0]?.name} userName={user.name} more={more} />
      {message.trim() !== '' && (
        <Suspense>
          <LazyStandInTemplate
            templateId={templateId}
            templateVariables={templateVariables}
            onChange={choice => {
              form.setValue('templateId', choice.templateId, { shouldDirty: true })
              form.setValue('templateVariables', choice.templateVariables, { shouldDirty: true })
              form.clearErrors('templateId')
            }}
            more={more}
            error={fieldError(errors.templateId)}
            isTried={form.formState.isSubmitted}
          />
        </Suspense>
      )}
    </RowDialog>
  )
}
