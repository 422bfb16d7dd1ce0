import { signInSteps } from '@balcao/shared/api/account/second-factor.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import type { ApiError } from '#/lib/api-error.ts'
import { api, signedIn } from '#/lib/session.ts'
import { AppKey } from './app-key.tsx'
import { CodeForm } from './code-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Server's answer to a sign-in with the right password. */
export interface Step {
  kind: 'code' | 'setup'
  token: string
}

interface SecondStepProps {
  step: Step
  onDone: () => void
  /** Returns to the password, with the reason. */
  onBack: (reason: ApiError | null) => void
}

/** Shows the second step of a sign-in: a code of the app, or the set-up the company requires. */
export function SecondStep({ step, onDone, onBack }: SecondStepProps) {
  const { t } = useTranslation('security')
  return (
    <>
      {step.kind === 'code' ? (
        <EnterCode token={step.token} onDone={onDone} onBack={onBack} />
      ) : (
        <SetUp token={step.token} onDone={onDone} onBack={onBack} />
      )}
      <p className="mt-4 text-center">
        <Button variant="ghost" onClick={() => onBack(null)}>
          {t('signIn.back')}
        </Button>
      </p>
    </>
  )
}

type Way = Omit<SecondStepProps, 'step'> & { token: string }

const isOver = (error: unknown): error is ApiError =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SECOND_FACTOR_TOKEN'

function EnterCode({ token, onDone, onBack }: Way) {
  const { t } = useTranslation('security')
  const enter = async (code: string) => {
    try {
      signedIn(await api(signInSteps.enter, { body: { token, code } }))
      onDone()
    } catch (error) {
      if (!isOver(error)) throw error
      onBack(error)
    }
  }
  return (
    <>
      <h1 className="font-semibold text-xl">{t('signIn.title')}</h1>
      <p className="mt-1 mb-6 text-ink-2">{t('signIn.hint')}</p>
      <CodeForm
        label={t('setup.codeOrRecovery')}
        submitLabel={t('signIn.submit')}
        onSubmit={({ code }) => enter(code)}
      />
    </>
  )
}

function SetUp({ token, onDone, onBack }: Way) {
  const { t } = useTranslation('security')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  // Each request creates another key: it is made once, whatever happens to the window.
  const key = useQuery({
    queryKey: ['second-factor-setup', token],
    queryFn: () => api(signInSteps.begin, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const confirm = async (code: string) => {
    try {
      const { recoveryCodes, ...session } = await api(signInSteps.confirm, { body: { token, code } })
      setCodes(recoveryCodes)
      signedIn(session)
    } catch (error) {
      if (!isOver(error)) throw error
      onBack(error)
    }
  }
  return (
    <>
      <h1 className="font-semibold text-xl">{codes ? t('codes.title') : t('signIn.setupTitle')}</h1>
      {codes ? (
        <div className="mt-4">
          <RecoveryCodes codes={codes} onDone={onDone} />
        </div>
      ) : (
        <>
          <p className="mt-1 mb-4 text-ink-2">{t('signIn.setupHint')}</p>
          {key.isPending ? (
            <Skeleton className="h-64" />
          ) : key.isError ? (
            <ErrorState error={key.error} onRetry={() => void key.refetch()} retrying={key.isFetching} compact />
          ) : (
            <div className="flex flex-col gap-4">
              <AppKey {...key.data} />
              <CodeForm
                label={t('setup.code')}
                submitLabel={t('setup.confirm')}
                onSubmit={({ code }) => confirm(code)}
              />
            </div>
          )}
        </>
      )}
    </>
  )
}
