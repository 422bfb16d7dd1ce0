import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { cn } from '#/lib/cn.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { formatMoney } from '#/lib/format.ts'
import type { Checkout } from './use-checkout.ts'

/** Shows the server's totals of the order, or why there are none. Amounts in reais. */
export function Totals({ checkout: { quote } }: { checkout: Checkout }) {
  const { t } = useTranslation('checkout')
  const errorText = useErrorText()
  if (quote.isError) {
    const name = quote.error instanceof ApiError ? (quote.error.body.coupon ?? quote.error.body.name) : undefined
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center gap-2 rounded-md bg-danger-soft px-3 py-2 text-danger-ink"
      >
        <p className="min-w-0 flex-1">
          {typeof name === 'string' && <bdi className="font-medium">{name}: </bdi>}
          {errorText(quote.error)}
        </p>
        <Button size="sm" variant="ghost" icon={<RotateCw size={14} />} onClick={() => void quote.refetch()}>
          {t('totals.again')}
        </Button>
      </div>
    )
  }
  if (!quote.data) return <Skeleton className="h-24" />
  const { subTotal, freight, discount, increase, total, route } = quote.data
  const rows: [string, number][] = [
    [t('totals.subTotal'), subTotal],
    [route ? t('totals.freightBy', { route }) : t('totals.freight'), freight],
    ...(discount > 0 ? [[t('totals.discount'), -discount] as [string, number]] : []),
    ...(increase > 0 ? [[t('totals.increase'), increase] as [string, number]] : []),
  ]
  return (
    <dl
      aria-live="polite"
      className={cn('flex flex-col gap-1 border-line border-t pt-3', quote.isPlaceholderData && 'opacity-60')}
    >
      {rows.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-3 text-ink-2">
          <dt className="truncate">{label}</dt>
          <dd className="tabular">{formatMoney(value)}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-3 font-semibold text-md">
        <dt>{t('totals.total')}</dt>
        <dd className="tabular">{formatMoney(total)}</dd>
      </div>
    </dl>
  )
}
