import type { PaymentOption } from '@balcao/shared/entities/payment.ts'
import { toCents, toReais } from '@balcao/shared/rules/sales/money.ts'
import {
  allowedInstallments,
  CHANGE_BELOW,
  clampPayment,
  type PaymentPart,
} from '@balcao/shared/rules/sales/payments.ts'
import { Link } from '@tanstack/react-router'
import { Combine, Plus, Split, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Field, Form } from '#/components/ui/field.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { MoneyInput } from '#/components/ui/money-input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { problemText } from '#/lib/field-error.ts'
import { formatMoney } from '#/lib/format.ts'
import { partsOf } from './payment-parts.ts'
import type { Checkout } from './use-checkout.ts'
import { WholePayment } from './whole-payment.tsx'

/** Chooses how the whole sum is paid; divided, edits the payments until the total is covered. */
export function PaymentStep({ checkout }: { checkout: Checkout }) {
  const { t } = useTranslation('checkout')
  const errorText = useErrorText()
  const { options, setPayments, total, exceeded, wrongPayment, divided, setDivided } = checkout
  if (options.isError && !options.data)
    return <ErrorState compact error={options.error} onRetry={() => void options.refetch()} />
  if (!options.data || total === null) return <Skeleton className="h-24" />
  if (options.data.length === 0)
    return (
      <div className="flex flex-col items-center gap-3 py-4 text-center text-ink-2">
        <p className="font-medium text-ink">{t('payment.firstTitle')}</p>
        <p>{t('payment.firstHint')}</p>
        <Button asChild>
          <Link to="/payments">{t('payment.first')}</Link>
        </Button>
      </div>
    )
  if (total === 0) return <p className="text-ink-2">{t('payment.nothing')}</p>
  return (
    <div className="flex flex-col gap-4">
      {divided ? (
        <Divided checkout={checkout} options={options.data} />
      ) : (
        <WholePayment checkout={checkout} options={options.data} />
      )}
      {(exceeded || wrongPayment) && (
        <p role="alert" className="text-danger-ink">
          {exceeded ? t('payment.exceeded') : errorText(new ApiError(wrongPayment!.refused, 422))}
        </p>
      )}
      <Button
        size="sm"
        variant="ghost"
        icon={divided ? <Combine size={16} /> : <Split size={16} />}
        className="self-start"
        onClick={() => {
          setPayments(() => [])
          setDivided(!divided)
        }}
      >
        {t(divided ? 'payment.whole' : 'payment.divide')}
      </Button>
    </div>
  )
}

interface PartProps {
  checkout: Checkout
  options: readonly PaymentOption[]
}

/** Lists the payments of a divided sum, and adds one while something remains. */
function Divided({ checkout, options }: PartProps) {
  const { t } = useTranslation('checkout')
  const { payments, setPayments, remaining } = checkout
  return (
    <>
      {payments.length > 0 && (
        <ul aria-label={t('payment.list')} className="flex flex-col divide-y divide-line rounded-md border border-line">
          {payments.map(part => (
            <li key={part.method} className="flex items-center gap-2 py-1 pr-1 pl-3">
              <PaymentLine part={part} options={options} />
              <IconButton
                size="sm"
                tone="danger"
                label={t('payment.remove', { name: nameOf(options, part.method) })}
                icon={<Trash2 size={16} />}
                onClick={() => setPayments(now => now.filter(({ method }) => method !== part.method))}
              />
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="flex justify-between gap-3">
        <span className="text-ink-2">{t('payment.remaining')}</span>
        <span className="tabular font-medium">{formatMoney(toReais(remaining))}</span>
      </p>
      {/* The remaining amount is suggested again for every payment. */}
      {remaining > 0 && <AddPayment key={`${payments.length} ${remaining}`} checkout={checkout} options={options} />}
    </>
  )
}

const nameOf = (options: readonly PaymentOption[], method: string) =>
  options.find(({ id }) => id === method)?.name ?? ''

/** Shows a payment in one line: its method, its instalments or change, its value. */
export function PaymentLine({ part, options }: { part: PaymentPart; options: readonly PaymentOption[] }) {
  const { t } = useTranslation('checkout')
  const { value, change, installments } = part
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block truncate">{nameOf(options, part.method)}</span>
        {installments > 1 && (
          <span className="tabular block text-ink-2 text-sm">{t('payment.parts', partsOf(value, installments))}</span>
        )}
        {change > 0 && (
          <span className="tabular block text-ink-2 text-sm">
            {t('payment.changeOf', {
              received: formatMoney(toReais(value + change)),
              change: formatMoney(toReais(change)),
            })}
          </span>
        )}
      </span>
      <span className="tabular">{formatMoney(toReais(value))}</span>
    </>
  )
}

type Errors = { method?: string; value?: string }

function AddPayment({ checkout, options }: PartProps) {
  const { t } = useTranslation('checkout')
  const errorText = useErrorText()
  const { payments, setPayments, remaining } = checkout
  const [method, setMethod] = useState('')
  const [amount, setAmount] = useState(toReais(remaining))
  const [installments, setInstallments] = useState(1)
  const [errors, setErrors] = useState<Errors>({})
  const [warning, setWarning] = useState('')
  const option = options.find(({ id }) => id === method)
  const used = payments.some(each => each.method === method)
  const cents = toCents(amount)
  const taken = option ? clampPayment(cents, remaining, option) : null
  const most = option ? allowedInstallments(option, taken?.value ?? cents) : 1

  const add = () => {
    if (!option || cents <= 0)
      return setErrors({ [option ? 'value' : 'method']: problemText({ code: 'required', field: 'payment.value' }) })
    if (used) return setErrors({ method: t('payment.repeated') })
    const { value, change, clamped } = clampPayment(cents, remaining, option)
    if (clamped) {
      setAmount(toReais(value))
      setErrors({})
      // The corrected value shows before it counts: pressing once more accepts it.
      return setWarning(t('payment.clamped', { value: formatMoney(toReais(value)) }))
    }
    if (change >= CHANGE_BELOW) return setErrors({ value: errorText(new ApiError('ERR_PAYMENT_CHANGE_TOO_HIGH', 422)) })
    setPayments(now => [...now, { method, value, change, installments: Math.min(installments, most) }])
    return undefined
  }

  return (
    <Form onSubmit={add} className="rounded-md bg-hover p-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('payment.method')} error={used ? t('payment.repeated') : errors.method}>
          <Select
            value={method}
            placeholder={t('payment.choose')}
            onChange={event => {
              setMethod(event.target.value)
              setInstallments(1)
              setErrors({})
              setWarning('')
            }}
            options={options.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
        <Field
          label={option?.typePayment.change ? t('payment.received') : t('payment.value')}
          error={errors.value}
          hint={
            warning ||
            (taken && taken.change > 0 ? t('payment.change', { value: formatMoney(toReais(taken.change)) }) : undefined)
          }
        >
          <MoneyInput
            value={amount}
            onChange={value => {
              setAmount(value)
              setErrors({})
              setWarning('')
            }}
          />
        </Field>
        {most > 1 && (
          <Field label={t('payment.installments')}>
            <Select
              value={String(Math.min(installments, most))}
              onChange={event => setInstallments(Number(event.target.value))}
              options={Array.from({ length: most }, (_, i) => ({
                value: String(i + 1),
                label: t('payment.parts', partsOf(taken?.value ?? cents, i + 1)),
              }))}
            />
          </Field>
        )}
      </div>
      <Button type="submit" icon={<Plus size={16} />} className="self-start">
        {t('payment.add')}
      </Button>
    </Form>
  )
}
