import type { Plan } from '@balcao/shared/entities/plan.ts'
import { invoiceValue } from '@balcao/shared/rules/billing/due-date.ts'
import { toCents, toReais } from '@balcao/shared/rules/sales/money.ts'
import { useTranslation } from 'react-i18next'
import { formatDate, formatMoney } from '#/lib/format.ts'
import type { PayerData } from './checkout-data.tsx'
import type { Payable } from './payable.ts'

/** Shows the third step: what is paid, and by whom. The server confirms the price again. */
export function CheckoutReview({ invoice, plan, payer }: { invoice: Payable; plan: Plan; payer: PayerData }) {
  const { t } = useTranslation('billing')
  const { recurrence } = invoice
  const place = [payer.city, payer.state].filter(Boolean).join('/')
  const rows: [string, string][] = [
    [t('data.fullName'), payer.firstName],
    [t('data.address'), [payer.address2, place, payer.zipcode].join(' · ')],
    [t('columns.detail'), `${plan.name} · ${t(`recurrence.${recurrence}`)}`],
    [t('columns.dueDate'), formatDate(invoice.dueDate)],
  ]
  return (
    <div className="flex flex-col gap-4">
      <dl className="divide-y divide-line rounded-md border border-line">
        {rows.map(([label, value]) => (
          <div key={label} className="flex flex-wrap gap-x-4 gap-y-0.5 px-3 py-2">
            <dt className="w-32 shrink-0 text-ink-2">{label}</dt>
            <dd className="wrap-anywhere min-w-0 flex-1">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="flex items-baseline justify-between gap-4 font-semibold">
        <span>{t('review.total')}</span>
        <span className="tabular text-lg">{formatMoney(toReais(invoiceValue(toCents(plan.value), recurrence)))}</span>
      </p>
      <p className="text-ink-2 text-sm">{t('review.hint')}</p>
    </div>
  )
}
