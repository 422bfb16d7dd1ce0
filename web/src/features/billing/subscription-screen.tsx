import { companies } from '@balcao/shared/api/company/companies.ts'
import { invoices } from '@balcao/shared/api/company/invoices.ts'
import type { Invoice } from '@balcao/shared/entities/invoice.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { daysBetween, formatDate, formatMoney } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'
import { usePlanQuery } from '#/lib/use-plan.ts'
import { planHolds } from './public/plan-holds.ts'

const CheckoutDialog = lazyPart(() => import('./checkout-dialog.tsx').then(file => file.CheckoutDialog))

/** Shows the company's plan, its due date, and its open invoice. */
export function SubscriptionScreen() {
  const { t } = useTranslation('billing')
  const { companyId } = useUser()
  const company = useQuery(apiQuery(companies.get, { params: { id: companyId } }))
  const plan = usePlanQuery()
  const first = useQuery(apiQuery(invoices.list))
  const open = first.data?.invoices.find(({ status }) => status !== 'paid')
  const [paying, setPaying] = useState<Invoice | null>(null)
  const failed = [company, plan, first].find(query => query.isError)
  return (
    <Screen
      narrow
      header={
        <ScreenHeader
          title={t('subscription.title')}
          action={
            <Button asChild>
              <Link to="/financeiro">{t('title')}</Link>
            </Button>
          }
        />
      }
    >
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} retrying={failed.isFetching} />
      ) : company.data && plan.data && first.data ? (
        <div className="flex flex-col gap-4">
          <section className="rounded-md border border-line bg-surface p-4" aria-labelledby="subscription-plan">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <h2 id="subscription-plan" className="font-semibold text-lg">
                {plan.data.name}
              </h2>
              <p className="tabular font-semibold text-lg">
                {t('plan.month', { value: formatMoney(plan.data.value) })}
              </p>
            </div>
            <p className="mt-1 text-ink-2">
              {planHolds(plan.data)
                .map(({ what, count }) => t(`plan.${what}`, { count }))
                .join(' · ')}
            </p>
            <dl className="mt-4 grid gap-4 border-line border-t pt-4 sm:grid-cols-3">
              <Fact label={t('subscription.until')} value={formatDate(company.data.dueDate)} />
              <Fact label={t('subscription.billing')} value={t(`recurrence.${company.data.recurrence}`)} />
              <Fact label={t('subscription.trial')} value={trialText(company.data.trialExpiration, t)} />
            </dl>
          </section>
          <section className="rounded-md border border-line bg-surface p-4" aria-labelledby="subscription-open">
            <h2 id="subscription-open" className="font-semibold">
              {t('subscription.open')}
            </h2>
            {open ? (
              <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
                <p className="min-w-0">
                  <span className="block">{t('subscription.openOf', { number: open.number, plan: open.detail })}</span>
                  <span className="tabular block text-ink-2 text-sm">
                    {formatMoney(open.value)} · {t('subscription.due', { date: formatDate(open.dueDate) })}
                  </span>
                </p>
                <Button
                  variant="primary"
                  onClick={() => setPaying(open)}
                  aria-label={t('payOf', { number: open.number })}
                >
                  {t('pay')}
                </Button>
              </div>
            ) : (
              <p className="mt-2 text-ink-2">{t('subscription.nothingOpen')}</p>
            )}
          </section>
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          <Skeleton className="h-40" />
          <Skeleton className="h-24" />
        </div>
      )}
      <Suspense>{paying && <CheckoutDialog invoice={paying} onClose={() => setPaying(null)} />}</Suspense>
    </Screen>
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
