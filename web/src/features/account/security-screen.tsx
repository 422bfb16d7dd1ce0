import { sessions } from '@balcao/shared/api/account/auth.ts'
import { secondFactor } from '@balcao/shared/api/account/second-factor.ts'
import type { SignIn } from '@balcao/shared/entities/sign-in.ts'
import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { settleUnsent } from '#/features/unsent/public/leave.ts'
import { formatWhen } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api, signOut, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

const SecondFactorDialog = lazyPart(() => import('./second-factor-dialog.tsx').then(file => file.SecondFactorDialog))

/** Shows how the user signs in, and the list of their sign-ins. */
export function SecurityScreen() {
  const { t } = useTranslation('security')
  return (
    <Screen narrow header={<ScreenHeader title={t('title')} />}>
      <SecondFactorSection />
      <SignInsSection />
    </Screen>
  )
}

function SecondFactorSection() {
  const { t } = useTranslation('security')
  const query = useQuery(apiQuery(secondFactor.get))
  // A support session cannot change the user's own security.
  const isOwn = useUser().support === undefined
  const [change, setChange] = useState<'on' | 'off' | 'codes' | null>(null)
  const { data } = query
  return (
    <section className="pt-5">
      <h2 className="mb-1 font-semibold">{t('step.title')}</h2>
      <p className="mb-3 text-ink-2">{t('step.hint')}</p>
      {query.isPending ? (
        <Skeleton className="h-16" />
      ) : !data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} compact />
      ) : (
        <div className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-surface px-4 py-3">
          <Badge tone={data.enabled ? 'success' : 'neutral'}>{data.enabled ? t('step.on') : t('step.off')}</Badge>
          <span className="min-w-0 flex-1 basis-40 text-ink-2 text-sm">
            {[
              ...(data.since ? [t('step.since', { when: formatWhen(data.since) })] : []),
              ...(data.enabled ? [t('step.left', { count: data.recoveryCodesLeft })] : []),
              ...(data.required ? [t('step.required')] : []),
            ].join(' · ')}
          </span>
          {!isOwn ? null : data.enabled ? (
            <span className="flex flex-wrap gap-2">
              <Button onClick={() => setChange('codes')}>{t('step.newCodes')}</Button>
              {!data.required && <Button onClick={() => setChange('off')}>{t('step.turnOff')}</Button>}
            </span>
          ) : (
            <Button variant="primary" onClick={() => setChange('on')}>
              {t('step.turnOn')}
            </Button>
          )}
        </div>
      )}
      <Suspense>{change && <SecondFactorDialog change={change} onClose={() => setChange(null)} />}</Suspense>
    </section>
  )
}

function SignInsSection() {
  const { t } = useTranslation('security')
  const query = useQuery({ ...apiQuery(sessions.list), staleTime: 0 })
  const { data } = query
  const isOwn = useUser().support === undefined
  const [busy, setBusy] = useState(false)
  const end = async () => {
    const question = {
      title: t('sessions.endTitle'),
      description: t('sessions.endHint'),
      confirmLabel: t('sessions.end'),
    }
    if (!(await confirm(question))) return
    if (!(await settleUnsent(queryClient))) return
    setBusy(true)
    try {
      await api(sessions.end)
      await signOut()
    } catch (error) {
      toast.error(error)
      setBusy(false)
    }
  }
  return (
    <section className="pt-8 pb-6">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="mb-1 font-semibold">{t('sessions.title')}</h2>
          <p className="text-ink-2">{t('sessions.hint')}</p>
        </div>
        {isOwn && (
          <Button icon={<LogOut size={16} />} loading={busy} onClick={() => void end()}>
            {t('sessions.end')}
          </Button>
        )}
      </div>
      {query.isPending ? (
        <Skeleton className="h-32" />
      ) : !data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} compact />
      ) : data.signIns.length === 0 ? (
        <p className="rounded-md border border-line bg-surface px-4 py-3 text-ink-2">{t('sessions.none')}</p>
      ) : (
        <ul aria-label={t('sessions.title')} className="rounded-md border border-line bg-surface">
          {data.signIns.map(each => (
            <SignInRow key={each.id} signIn={each} />
          ))}
        </ul>
      )}
    </section>
  )
}

const TONES = {
  live: 'success',
  refused: 'danger',
  signedOut: 'neutral',
  replaced: 'neutral',
  over: 'neutral',
} as const

function SignInRow({ signIn: { at, outcome, endedAt, address, browser } }: { signIn: SignIn }) {
  const { t } = useTranslation('security')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b px-4 py-2.5 last:border-0">
      <span className="min-w-0">
        <span className="block font-medium">{browser ?? t('sessions.unknown')}</span>
        <span className="tabular block text-ink-2 text-sm">
          {formatWhen(at)}
          {address && ` · ${address}`}
        </span>
      </span>
      <Badge tone={TONES[outcome]}>{t(`sessions.${outcome}`, { when: endedAt ? formatWhen(endedAt) : '' })}</Badge>
    </li>
  )
}
