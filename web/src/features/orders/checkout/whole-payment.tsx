import type { PaymentOption } from '@balcao/shared/entities/payment.ts'
import { toCents, toReais } from '@balcao/shared/rules/sales/money.ts'
import { allowedInstallments, CHANGE_BELOW, wholePayment } from '@balcao/shared/rules/sales/payments.ts'
import { useTranslation } from 'react-i18next'
import { Field } from '#/components/ui/field.tsx'
import { MoneyInput } from '#/components/ui/money-input.tsx'
import { RadioGroup } from '#/components/ui/radio-group.tsx'
import { Select } from '#/components/ui/select.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { formatMoney } from '#/lib/format.ts'
import { partsOf } from './payment-parts.ts'
import type { Checkout } from './use-checkout.ts'

/** Pays the whole sum by one method: one press, with change or instalments where it has them. */
export function WholePayment({ checkout, options }: { checkout: Checkout; options: readonly PaymentOption[] }) {
  const { t } = useTranslation('checkout')
  const errorText = useErrorText()
  const { payments, setPayments } = checkout
  const total = checkout.total ?? 0
  const [part] = payments
  const option = options.find(({ id }) => id === part?.method)
  const most = option ? allowedInstallments(option, total) : 1
  const choose = (id: string, extra?: Parameters<typeof wholePayment>[2]) => {
    const chosen = options.find(each => each.id === id)
    if (chosen) setPayments(() => [wholePayment(total, chosen, extra)])
  }
  return (
    <>
      <RadioGroup
        label={t('payment.method')}
        value={part?.method ?? ''}
        onChange={id => choose(id)}
        options={options.map(({ id, name }) => ({
          value: id,
          label: name,
          ...(id === part?.method ? { hint: t('payment.all', { value: formatMoney(toReais(total)) }) } : {}),
        }))}
      />
      {part && option && (option.typePayment.change || most > 1) && (
        <div className="grid gap-3 rounded-md bg-hover p-3 sm:grid-cols-2">
          {option.typePayment.change && (
            <Field
              label={t('payment.received')}
              hint={part.change > 0 ? t('payment.change', { value: formatMoney(toReais(part.change)) }) : undefined}
              error={
                part.change >= CHANGE_BELOW ? errorText(new ApiError('ERR_PAYMENT_CHANGE_TOO_HIGH', 422)) : undefined
              }
            >
              {/* Less than the sum counts as the sum: nobody pays less in one payment. */}
              <MoneyInput
                value={toReais(part.value + part.change)}
                onChange={value => choose(option.id, { received: toCents(value) })}
              />
            </Field>
          )}
          {most > 1 && (
            <Field label={t('payment.installments')}>
              <Select
                value={String(part.installments)}
                onChange={event => choose(option.id, { installments: Number(event.target.value) })}
                options={Array.from({ length: most }, (_, i) => ({
                  value: String(i + 1),
                  label: t('payment.parts', partsOf(total, i + 1)),
                }))}
              />
            </Field>
          )}
        </div>
      )}
    </>
  )
}
