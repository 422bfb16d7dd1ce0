import { renewal } from '@balcao/shared/api/company/invoices.ts'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { formatDate } from '#/lib/format.ts'
import { queryClient } from '#/lib/queries.ts'
import { useScreenTitle } from '#/lib/screen-title.ts'
import { api } from '#/lib/session.ts'
import { PixPanel } from './pix-panel.tsx'
import { dropRenewal, storedRenewal } from './public/renewal.ts'

/** Interval between reads during a payment, ms: without a session there are no realtime events. */
const ASK_MS = 3000

/** Returns whether the token's hour is over: another call would not help. */
const isOver = (error: unknown): boolean => error instanceof ApiError && error.code === 'ERR_RENEWAL_EXPIRED'

export function RenewScreen() {
  return (
    <QueryClientProvider client={queryClient}>
      <Renewal />
    </QueryClientProvider>
  )
}

/**
 * Shows the open invoice of an expired company with its Pix code to the admin whose sign-in was
 * refused (decision 0022). After the payment they sign in.
 */
function Renewal() {
  const { t } = useTranslation('billing')
  useScreenTitle(t('renew.title'))
  const errorText = useErrorText()
  const [token] = useState(storedRenewal)
  const asked = useQuery({
    queryKey: ['renewal', token],
    queryFn: () => api(renewal.show, { body: { token: token ?? '' } }),
    enabled: token !== null,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.renewed || isOver(state.error) ? false : ASK_MS),
  })
  const renewed = asked.data?.renewed ?? false
  useEffect(() => {
    if (renewed) dropRenewal()
  }, [renewed])
  const over = token === null || isOver(asked.error)
  const signIn = (
    <Button asChild variant="primary" className="h-11 w-full">
      <Link to="/login">{t('renew.signIn')}</Link>
    </Button>
  )
  if (over)
    return (
      <>
        <h1 className="font-semibold text-xl">{t('renew.title')}</h1>
        <p role="alert" className="my-4 text-ink-2">
          {token === null ? t('renew.noToken') : errorText(asked.error)}
        </p>
        {signIn}
      </>
    )
  if (asked.data?.renewed)
    return (
      <div className="flex flex-col items-center gap-4 text-center">
        <CircleCheck aria-hidden size={40} className="icon text-success-ink" />
        <h1 role="status" className="font-semibold text-xl">
          {t('renewed', { date: formatDate(asked.data.dueDate, asked.data.timezone) })}
        </h1>
        <p className="text-ink-2">{t('renew.done')}</p>
        {signIn}
      </div>
    )
  const data = asked.data
  return (
    <>
      <h1 className="font-semibold text-xl">{t('renew.title')}</h1>
      {data && !data.renewed ? (
        <>
          <p className="wrap-anywhere mt-1 mb-6 text-ink-2">
            {t('renew.expired', {
              company: data.company,
              date: formatDate(data.dueDate, data.timezone),
              number: data.invoice.number,
              plan: data.invoice.detail,
              recurrence: t(`recurrence.${data.invoice.recurrence}`),
            })}
          </p>
          <PixPanel pix={data.pix} />
        </>
      ) : asked.isError && !asked.data ? (
        <ErrorState compact error={asked.error} onRetry={() => void asked.refetch()} retrying={asked.isFetching} />
      ) : (
        <div className="mt-6 flex flex-col items-center gap-4">
          <Skeleton className="h-8 w-40" />
          <Skeleton className="size-64" />
        </div>
      )}
    </>
  )
}
