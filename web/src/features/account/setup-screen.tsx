import { setup } from '@balcao/shared/api/account/setup.ts'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { PasswordStrength } from '#/components/password-strength.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Field, Form, FormSection } from '#/components/ui/field.tsx'
import { Input, PasswordInput } from '#/components/ui/input.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { formatTime } from '#/lib/format.ts'
import { queryClient } from '#/lib/queries.ts'
import { saveFailed } from '#/lib/save-failed.ts'
import { useScreenTitle } from '#/lib/screen-title.ts'
import { api } from '#/lib/session.ts'
import { prepareSetup } from './prepare-setup.ts'

/**
 * Opens from the link that a new server printed: takes the account of the installation in a first
 * step, the company with its admin in a second, and leads to the sign-in.
 */
export function SetupScreen({ token }: { token: string }) {
  const [isPrepared, setPrepared] = useState(false)
  useEffect(() => void prepareSetup().finally(() => setPrepared(true)), [])
  return isPrepared ? <Prepared token={token} /> : null
}

function Prepared({ token }: { token: string }) {
  const { t } = useTranslation('setup')
  useScreenTitle(t('title'))
  return (
    <QueryClientProvider client={queryClient}>
      <h1 className="font-semibold text-xl">{t('title')}</h1>
      {token === '' ? <p className="mt-3 text-ink-2">{t('missing')}</p> : <Opened token={token} />}
    </QueryClientProvider>
  )
}

function Opened({ token }: { token: string }) {
  const { t } = useTranslation('setup')
  const [refusal, setRefusal] = useState<unknown>(null)
  const looked = useQuery({
    queryKey: ['setup', token],
    queryFn: () => api(setup.look, { body: { token } }),
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (looked.isPending)
    return (
      <p aria-live="polite" className="mt-4 flex items-center gap-2 text-ink-2">
        <Spinner /> {t('opening')}
      </p>
    )
  const error = refusal ?? looked.error
  if (error !== null)
    return <Refused error={error} onRetry={() => void looked.refetch()} retrying={looked.isFetching} />
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <>
      <p className="mt-1 mb-6 text-ink-2">
        {t('subtitle')} {t('goodUntil', { time: formatTime(looked.data!.goodUntil, timeZone) })}
      </p>
      <Steps token={token} onRefused={setRefusal} />
    </>
  )
}

/** Codes of a link that no further attempt makes good. */
const isOfLink = (error: unknown): error is ApiError => error instanceof ApiError && error.code.startsWith('ERR_SETUP_')

type RefusedProps = { error: unknown; onRetry: () => void; retrying: boolean }

/** Says what is wrong with the link and what to do about it. */
function Refused({ error, onRetry, retrying }: RefusedProps) {
  const { t } = useTranslation('setup')
  const errorText = useErrorText()
  const isDone = isOfLink(error) && error.code === 'ERR_SETUP_DONE'
  return (
    <>
      <p
        role="alert"
        className={
          isDone
            ? 'mt-4 mb-6 rounded-md bg-info-soft px-3 py-2 text-info-ink'
            : 'mt-4 mb-6 rounded-md bg-danger-soft px-3 py-2 text-danger-ink'
        }
      >
        {errorText(error)}
      </p>
      {isDone ? (
        <Button asChild variant="primary" className="h-11 w-full">
          <Link to="/login">{t('toLogin')}</Link>
        </Button>
      ) : isOfLink(error) ? (
        <p className="text-ink-2">{t('howToRenew')}</p>
      ) : (
        <Button variant="primary" className="h-11 w-full" loading={retrying} onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </>
  )
}

const Body = setup.setUp.body.omit({ token: true })
type Given = z.input<typeof Body>
type FormOf = UseFormReturn<Given, unknown, z.output<typeof Body>>

const OF_OPERATOR = ['super.name', 'super.email', 'super.password'] as const
const NOBODY = { name: '', email: '', password: '' }

function Steps({ token, onRefused }: { token: string; onRefused: (error: unknown) => void }) {
  const { t } = useTranslation('setup')
  const navigate = useNavigate()
  const [step, setStep] = useState<1 | 2>(1)
  const form: FormOf = useForm({
    resolver: formResolver(Body),
    defaultValues: { super: NOBODY, company: { name: '', admin: NOBODY } },
  })

  const next = async () => {
    if (await form.trigger(OF_OPERATOR, { shouldFocus: true })) setStep(2)
  }
  const finish = form.handleSubmit(
    async body => {
      try {
        await api(setup.setUp, { body: { ...body, token } })
        await navigate({ to: '/login', search: { signedUp: true }, replace: true })
      } catch (error) {
        if (isOfLink(error)) return onRefused(error)
        if (error instanceof ApiError && error.details.some(({ path }) => path.startsWith('super.'))) setStep(1)
        saveFailed(form, error)
      }
    },
    errors => {
      if (errors.super) setStep(1)
    },
  )

  const { isSubmitting } = form.formState
  return (
    <Form onSubmit={step === 1 ? next : finish} busy={isSubmitting}>
      <p className="text-ink-2 text-sm">{t('step', { step })}</p>
      {step === 1 ? <OperatorFields form={form} /> : <CompanyFields form={form} />}
      <div className="mt-1 flex gap-2">
        {step === 2 && (
          <Button className="h-11" disabled={isSubmitting} onClick={() => setStep(1)}>
            {t('back')}
          </Button>
        )}
        <Button type="submit" variant="primary" loading={isSubmitting} className="h-11 flex-1">
          {t(step === 1 ? 'next' : 'submit')}
        </Button>
      </div>
    </Form>
  )
}

function OperatorFields({ form }: { form: FormOf }) {
  const { t } = useTranslation('setup')
  return (
    <FormSection title={t('operator')} hint={t('operatorHint')}>
      <PersonFields form={form} at="super" about={[]} autoFocus />
    </FormSection>
  )
}

function CompanyFields({ form }: { form: FormOf }) {
  const { t } = useTranslation('setup')
  return (
    <>
      <FormSection title={t('company')}>
        <Field label={t('companyName')} error={fieldError(form.formState.errors.company?.name)} required>
          <Input autoComplete="organization" autoFocus {...form.register('company.name')} />
        </Field>
      </FormSection>
      <FormSection title={t('admin')} hint={t('adminHint')}>
        <PersonFields form={form} at="company.admin" about={[form.watch('company.name')]} />
      </FormSection>
    </>
  )
}

type PersonProps = {
  form: FormOf
  at: 'super' | 'company.admin'
  /** Words that the password must not be made of, beside name and e-mail. */
  about: readonly string[]
  autoFocus?: boolean
}

function PersonFields({ form, at, about, autoFocus = false }: PersonProps) {
  const { t } = useTranslation(['setup', 'common'])
  const { errors } = form.formState
  const wrong = at === 'super' ? errors.super : errors.company?.admin
  const { name, email, password } = form.watch(at)
  return (
    <>
      <Field label={t('name')} error={fieldError(wrong?.name)} required>
        <Input autoComplete="off" autoFocus={autoFocus} {...form.register(`${at}.name`)} />
      </Field>
      <Field label={t('email')} error={fieldError(wrong?.email)} required>
        <Input type="email" autoComplete="off" autoCapitalize="none" {...form.register(`${at}.email`)} />
      </Field>
      <Field
        label={t('password')}
        hint={
          <PasswordStrength password={password} about={[name, email, ...about]}>
            {t('common:password.length')}
          </PasswordStrength>
        }
        error={fieldError(wrong?.password)}
        required
      >
        <PasswordInput autoComplete="new-password" {...form.register(`${at}.password`)} />
      </Field>
    </>
  )
}
