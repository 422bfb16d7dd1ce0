import type { Budget } from '@balcao/shared/entities/budget.ts'
import { CircleCheck } from 'lucide-react'
import { type RefObject, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { formatMoney } from '#/lib/format.ts'
import { OrderSending } from '../sending/lazy-order-sending.ts'

/** Shows the created order: its total, and the ways to send it to its customer. */
export function DoneStep({ order, heading }: { order: Budget; heading: RefObject<HTMLHeadingElement | null> }) {
  const { t } = useTranslation('checkout')
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-3">
        <CircleCheck aria-hidden size={20} className="icon shrink-0 text-success-ink" />
        <div className="min-w-0">
          <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
            {t('done.toast')}
          </h3>
          <p className="tabular truncate text-ink-2">
            {order.customer.fullName} · {formatMoney(order.total)}
          </p>
        </div>
      </div>
      <p>{t('done.send')}</p>
      <Suspense fallback={<Skeleton className="h-9" />}>
        <OrderSending order={order} />
      </Suspense>
    </div>
  )
}
