import { payments, typePayments } from '@balcao/shared/api/orders/payments.ts'
import type { Payment } from '@balcao/shared/entities/payment.ts'
import { TYPE_PAYMENTS } from '@balcao/shared/rules/sales/type-payments.ts'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { RowDialog } from '#/components/row-dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { paymentKindName } from './payment-kind-name.ts'

interface PaymentDialogProps {
  /** The payment method to edit; null: a new one. */
  payment: Payment | null
  onClose: () => void
  /** Called when a method newly allows instalments, of which it has none yet. */
  onMade: (payment: Payment) => void
}

export function PaymentDialog({ payment, onClose, onMade }: PaymentDialogProps) {
  const { t } = useTranslation('orders')
  // The kinds are the same in every company: there is no need to wait for them.
  const { data: types } = useQuery({ ...apiQuery(typePayments.listAll), placeholderData: [...TYPE_PAYMENTS] })
  const form = useForm({
    resolver: formResolver(payments.create.body),
    defaultValues: {
      code: payment?.code ?? '',
      name: payment?.name ?? '',
      typePaymentId: payment?.typePaymentId ?? '',
    },
  })
  const { errors } = form.formState
  const type = types?.find(({ id }) => id === form.watch('typePaymentId'))
  const grants = [
    ...(type?.change ? [t('payments.givesChange')] : []),
    ...(type?.installments ? [t('payments.givesInstallments')] : []),
  ]
  return (
    <RowDialog
      form={form}
      title={payment ? t('payments.edit') : t('payments.add')}
      size="sm"
      save={async body => {
        if (payment) return api(payments.update, { params: { id: payment.id }, body })
        const made = await api(payments.create, { body })
        if (made.typePayment.installments) onMade(made)
        return made
      }}
      list={payments.list}
      rowsKey="payments"
      saved={payment ? t('payments.saved') : t('payments.added')}
      fieldOf={{ ERR_PAYMENT_NAME_ALREADY_EXISTS: 'name', ERR_NO_TYPE_PAYMENT_FOUND: 'typePaymentId' }}
      onClose={onClose}
    >
      <Field label={t('payments.name')} error={fieldError(errors.name)} required>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <Field label={t('payments.type')} hint={grants.join(' ')} error={fieldError(errors.typePaymentId)} required>
        <Select
          placeholder={t('payments.chooseType')}
          options={(types ?? []).map(kind => ({ value: kind.id, label: paymentKindName(kind, t) }))}
          {...form.register('typePaymentId')}
        />
      </Field>
      <Field label={t('code')} hint={t('codeHint')} error={fieldError(errors.code)}>
        <Input autoComplete="off" {...form.register('code')} />
      </Field>
    </RowDialog>
  )
}
