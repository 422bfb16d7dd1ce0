import { companies } from '@balcao/shared/api/company/companies.ts'
import { invoices, subscription } from '@balcao/shared/api/company/invoices.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { daysBetween, formatDate, formatMoney } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'
import { usePlanQuery } from '#/lib/use-plan.ts'
import { onRealtime } from '#/realtime/socket.ts'
import { InvoiceList } from './invoice-list.tsx'
import type { Payable } from './payable.ts'
import { PlanChange } from './plan-change.tsx'
import { PlanUsage } from './plan-usage.tsx'

const CheckoutDialog = lazyPart(() => import('./checkout-dialog.tsx').then(file => file.CheckoutDialog))
const PaymentNotices = lazyPart(() => import('./payment-notices.tsx').then(file => file.PaymentNotices))

/** Id of the part that shows the invoices: the older address of their own screen leads there. */
const INVOICES = 'faturas'

/**
 * Shows the company's subscription whole: plan with its use, payment, change of plan, invoices with
 * their receipts. Super users also see payments of all companies that need attention.
 */
export function SubscriptionScreen() {
  const { t } = useTranslation('billing')
  const { companyId } = useUser()
  const isSuper = useMayAccess('super')
  const company = useQuery(apiQuery(companies.get, { params: { id: companyId } }))
  const plan = usePlanQuery()
  const state = useQuery(apiQuery(subscription.get))
  const first = useQuery(apiQuery(invoices.list))
  const open = first.data?.invoices.find(({ status }) => status !== 'paid')
  const [paying, setPaying] = useState<Payable | null>(null)
  const failed = [company, plan, state, first].find(query => query.isError && !query.data)
  const isThere = Boolean(company.data && plan.data && state.data && first.data)
  // A payment changes plan and due date, and with them what each plan costs.
  useEffect(
    () =>
      onRealtime(({ channel }) => {
        if (channel === 'payment') void queryClient.invalidateQueries({ queryKey: queryKey(subscription.get) })
      }),
    [],
  )
  const { hash } = useLocation()
  useEffect(() => {
    if (isThere && hash === INVOICES) document.getElementById(INVOICES)?.scrollIntoView({ block: 'start' })
  }, [isThere, hash])
  return (
    <Screen narrow header={<ScreenHeader title={t('subscription.title')} />}>
      {isSuper && (
        <Suspense>
          <PaymentNotices />
        </Suspense>
      )}
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} retrying={failed.isFetching} />
      ) : company.data && plan.data && state.data && first.data ? (
        <div className="flex flex-col gap-4">
          <Part id="plano" title={plan.data.name} aside={t('plan.month', { value: formatMoney(plan.data.value) })}>
            <dl className="grid gap-4 sm:grid-cols-3">
              <Fact label={t('subscription.until')} value={formatDate(company.data.dueDate)} />
              <Fact label={t('subscription.billing')} value={t(`recurrence.${company.data.recurrence}`)} />
              <Fact label={t('subscription.trial')} value={trialText(company.data.trialExpiration, t)} />
            </dl>
            <PlanUsage plan={plan.data} usage={state.data.usage} />
          </Part>
          <Part id="pagamento" title={t('subscription.open')}>
            {open ? (
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p className="min-w-0">
                  <span className="block">{t('subscription.openOf', { number: open.number, plan: open.detail })}</span>
                  <span className="tabular block text-ink-2 text-sm">
                    {formatMoney(open.value)} · {t('subscription.due', { date: formatDate(open.dueDate) })}
                  </span>
                </p>
                <Button variant="primary" onClick={() => setPaying(open)}>
                  {t('pay')}
                </Button>
              </div>
            ) : (
              <p className="text-ink-2">{t('subscription.nothingOpen')}</p>
            )}
          </Part>
          <Part id="trocar" title={t('change.title')}>
            <PlanChange
              current={plan.data}
              offers={state.data.offers}
              onChoose={({ id: planId }) => {
                const { recurrence, dueDate } = company.data
                setPaying({ ...(open ?? { recurrence, dueDate }), planId })
              }}
            />
          </Part>
          <Part id={INVOICES} title={t('title')}>
            <InvoiceList onPay={setPaying} />
          </Part>
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          <Skeleton className="h-56" />
          <Skeleton className="h-24" />
          <Skeleton className="h-40" />
        </div>
      )}
      <Suspense>{paying && <CheckoutDialog invoice={paying} onClose={() => setPaying(null)} />}</Suspense>
    </Screen>
  )
}

/** Part of the page, which an address leads to by its hash. */
function Part({ id, title, aside, children }: { id: string; title: string; aside?: string; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-4 rounded-md border border-line bg-surface p-4"
    >
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={`${id}-title`} className="font-semibold text-md">
          {title}
        </h2>
        {aside && <p className="tabular font-semibold text-md">{aside}</p>}
      </div>
      {children}
    </section>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-ink-2 text-sm">{label}</dt>
      <dd className="tabular font-medium">{value}</dd>
    </div>
  )
}

/**
 * Returns the remaining days of a trial, the last one included; a word for no trial, or an ended
 * one.
 */
function trialText(until: string | null, t: ReturnType<typeof useTranslation<'billing'>>['t']): string {
  if (!until) return t('subscription.noTrial')
  const days = daysBetween(Date.now(), until)
  return days >= 0 ? t('subscription.trialDays', { count: days }) : t('subscription.trialOver')
}
