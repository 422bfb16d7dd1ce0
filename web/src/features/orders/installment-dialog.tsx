import { paymentDetails } from '@balcao/shared/api/orders/payments.ts'
import type { PaymentDetail } from '@balcao/shared/entities/payment.ts'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { RowDialog } from '#/components/row-dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { MoneyInput } from '#/components/ui/money-input.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { api } from '#/lib/session.ts'

const { body } = paymentDetails.create

type InstallmentDialogProps = { paymentId: string; detail: PaymentDetail | null; onClose: () => void }

export function InstallmentDialog({ paymentId, detail, onClose }: InstallmentDialogProps) {
  const { t } = useTranslation('orders')
  const form = useForm<z.input<typeof body>, unknown, z.output<typeof body>>({
    resolver: formResolver(body),
    defaultValues: {
      paymentId,
      ...(detail ? { minimumValue: detail.minimumValue, installments: detail.installments } : {}),
    },
  })
  return (
    <RowDialog
      form={form}
      title={detail ? t('installments.edit') : t('installments.add')}
      size="sm"
      save={body =>
        detail ? api(paymentDetails.update, { params: { id: detail.id }, body }) : api(paymentDetails.create, { body })
      }
      list={paymentDetails.list}
      rowsKey="paymentDetails"
      saved={detail ? t('installments.saved') : t('installments.added')}
      fieldOf={{ ERR_PAYMENT_DETAIL_ALREADY_EXISTS: 'minimumValue' }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={form.control}
          name="minimumValue"
          render={({ field, fieldState }) => (
            <Field label={t('installments.minimumValue')} error={fieldError(fieldState.error)} required>
              <MoneyInput value={field.value} onChange={field.onChange} onBlur={field.onBlur} ref={field.ref} />
            </Field>
          )}
        />
        <Controller
          control={form.control}
          name="installments"
          render={({ field, fieldState }) => (
            <Field label={t('installments.installments')} error={fieldError(fieldState.error)} required>
              <Input
                inputMode="numeric"
                autoComplete="off"
                className="tabular text-right"
                value={field.value ?? ''}
                onChange={event => {
                  const digits = event.target.value.replace(/\D/g, '').slice(0, 2)
                  field.onChange(digits === '' ? undefined : Number(digits))
                }}
                onBlur={field.onBlur}
                ref={field.ref}
              />
            </Field>
          )}
        />
      </div>
    </RowDialog>
  )
}
