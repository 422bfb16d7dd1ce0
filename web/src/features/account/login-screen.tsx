import { auth } from '@balcao/shared/api/account/auth.ts'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { type FormEvent, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Field, Form } from '#/components/ui/field.tsx'
import { Input, PasswordInput } from '#/components/ui/input.tsx'
import { storeRenewal } from '#/features/billing/public/renewal.ts'
import { ApiError } from '#/lib/api-error.ts'
import { codeText, useErrorText } from '#/lib/error-text.ts'
import { problemText } from '#/lib/field-error.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { safeTarget } from '#/lib/safe-target.ts'
import { useScreenTitle } from '#/lib/screen-title.ts'
import { api, signedIn, useSession } from '#/lib/session.ts'
import type { Step } from './second-step.tsx'

const SecondStep = lazyPart(() => import('./second-step.tsx').then(file => file.SecondStep), 'security', 'team')

// Without it the screen is whole all the same.
const SignUpLink = lazyPart(() =>
  import('./sign-up-link.tsx').then(
    file => file.SignUpLink,
    () => () => null,
  ),
)

const STEPS: Record<string, Step['kind']> = { ERR_SECOND_FACTOR_REQUIRED: 'code', ERR_SECOND_FACTOR_SETUP: 'setup' }

const route = getRouteApi('/_public/login')

export function LoginScreen() {
  const { t } = useTranslation('account')
  useScreenTitle(t('login.title'))
  const router = useRouter()
  const errorText = useErrorText()
  const session = useSession()
  const wanted = route.useSearch().redirect
  const [failure, setFailure] = useState<unknown>(null)
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({})
  const [busy, setBusy] = useState(false)
  const [step, setStep] = useState<Step | null>(null)
  const password = useRef<HTMLInputElement>(null)

  const enter = () => router.navigate({ href: safeTarget(wanted), replace: true })

  // Two fields without the form library: this screen must load first.
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const data = new FormData(event.currentTarget)
    const body = { email: String(data.get('email')).trim(), password: String(data.get('password')) }
    const required = problemText({ code: 'required' })
    const invalid = problemText({ code: 'invalid_email' })
    const wrong = {
      ...(body.email === '' ? { email: required } : /^\S+@\S+\.\S+$/.test(body.email) ? {} : { email: invalid }),
      ...(body.password === '' ? { password: required } : {}),
    }
    setMissing(wrong)
    setFailure(null)
    const first = Object.keys(wrong)[0]
    if (first) return void event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    setBusy(true)
    try {
      signedIn(await api(auth.login, { body }))
      await enter()
    } catch (error) {
      const kind = error instanceof ApiError ? STEPS[error.code] : undefined
      if (kind) return setStep({ kind, token: String((error as ApiError).body.token) })
      const token = error instanceof ApiError ? error.body.renewal : undefined
      if (typeof token === 'string') storeRenewal(token)
      setFailure(error)
      password.current?.select()
    } finally {
      setBusy(false)
    }
  }

  const renewal = failure instanceof ApiError && typeof failure.body.renewal === 'string'
  const ended = session.state === 'out' ? session.reason : undefined
  const { signedUp, reset } = route.useSearch()
  if (step)
    return (
      <Suspense>
        <SecondStep
          step={step}
          onDone={() => void enter()}
          onBack={reason => {
            setStep(null)
            setFailure(reason)
          }}
        />
      </Suspense>
    )
  return (
    <>
      <h1 className="font-semibold text-xl">{t('login.title')}</h1>
      <p className="mt-1 mb-6 text-ink-2">{t('login.subtitle')}</p>
      {ended && !failure && (
        <p role="status" className="mb-4 rounded-md bg-info-soft px-3 py-2 text-info-ink">
          {ended === 'disabled' ? codeText('ERR_COMPANY_DISABLED') : t(`login.${ended}`)}
        </p>
      )}
      {reset && !failure && (
        <p role="status" className="mb-4 rounded-md bg-success-soft px-3 py-2 text-success-ink">
          {t('forgot.success')}
        </p>
      )}
      {signedUp && !failure && (
        <p role="status" className="mb-4 rounded-md bg-success-soft px-3 py-2 text-success-ink">
          {t('signup.success')}
        </p>
      )}
      <Form onSubmit={submit} busy={busy}>
        <Field label={t('login.email')} error={missing.email}>
          <Input type="email" autoComplete="username" autoCapitalize="none" autoFocus name="email" />
        </Field>
        <Field label={t('login.password')} error={missing.password}>
          <PasswordInput autoComplete="current-password" name="password" ref={password} />
        </Field>
        {failure !== null && (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger-ink">
            {errorText(failure)}
            {renewal && (
              <Link to="/renew" className="mt-1 block font-medium underline underline-offset-2">
                {t('login.renew')}
              </Link>
            )}
          </p>
        )}
        <Button type="submit" variant="primary" loading={busy} className="mt-1 h-11 w-full">
          {t('login.submit')}
        </Button>
      </Form>
      <p className="mt-6 text-center">
        <Link
          to="/forgetpsw"
          className="relative font-medium text-accent-ink hover:underline touch:after:absolute touch:after:-inset-3.5"
        >
          {t('forgot.link')}
        </Link>
      </p>
      <p className="mt-3 min-h-5 text-center text-ink-2">
        <Suspense>
          <SignUpLink />
        </Suspense>
      </p>
    </>
  )
}
