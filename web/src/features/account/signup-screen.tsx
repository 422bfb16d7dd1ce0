import { PLAN_FLAGS, type PlanFlag } from '@balcao/shared/access.ts'
import { companies } from '@balcao/shared/api/company/companies.ts'
import { plans } from '@balcao/shared/api/company/plans.ts'
import type { Plan } from '@balcao/shared/entities/plan.ts'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PasswordStrength } from '#/components/password-strength.tsx'
import { Button } from '#/components/ui/button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Field, Form } from '#/components/ui/field.tsx'
import { Input, PasswordInput } from '#/components/ui/input.tsx'
import { PhoneInput } from '#/components/ui/phone-input.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { cn } from '#/lib/cn.ts'
import { codeText, useErrorText } from '#/lib/error-text.ts'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { formatMoney } from '#/lib/format.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { useScreenTitle } from '#/lib/screen-title.ts'
import { api } from '#/lib/session.ts'

export function SignupScreen() {
  return (
    <QueryClientProvider client={queryClient}>
      <SignupForm />
    </QueryClientProvider>
  )
}

function SignupForm() {
  const { t } = useTranslation('account')
  useScreenTitle(t('signup.title'))
  const navigate = useNavigate()
  const errorText = useErrorText()
  const [failure, setFailure] = useState<unknown>(null)
  const offered = useQuery(apiQuery(plans.list))
  // A server of an earlier version does not say: it takes sign-ups.
  const isClosed = useQuery(apiQuery(companies.signupState)).data?.open === false
  const form = useForm({
    resolver: formResolver(companies.signup.body),
    defaultValues: { name: '', email: '', phone: '', password: '', planId: '' },
  })
  const { errors, isSubmitting } = form.formState
  const values = form.watch()

  const submit = form.handleSubmit(async body => {
    setFailure(null)
    try {
      await api(companies.signup, { body })
      await navigate({ to: '/login', search: { signedUp: true } })
    } catch (error) {
      setFailure(error)
    }
  })

  if (isClosed)
    return (
      <>
        <p role="status" className="rounded-md bg-info-soft px-3 py-2 text-info-ink">
          {codeText('ERR_SIGN_UP_CLOSED')}
        </p>
        <ToLogin />
      </>
    )
  return (
    <>
      <h1 className="font-semibold text-xl">{t('signup.title')}</h1>
      <p className="mt-1 mb-6 text-ink-2">{t('signup.subtitle')}</p>
      <Form onSubmit={submit} busy={isSubmitting}>
        <Field label={t('signup.name')} error={fieldError(errors.name)} required>
          <Input autoComplete="organization" autoFocus {...form.register('name')} />
        </Field>
        <Field label={t('signup.email')} error={fieldError(errors.email)} required>
          <Input type="email" autoComplete="email" autoCapitalize="none" {...form.register('email')} />
        </Field>
        <Controller
          control={form.control}
          name="phone"
          render={({ field }) => (
            <Field label={t('signup.phone')} error={fieldError(errors.phone)} required>
              <PhoneInput
                autoComplete="tel-national"
                ref={field.ref}
                value={field.value}
                onBlur={field.onBlur}
                onChange={field.onChange}
              />
            </Field>
          )}
        />
        <Field
          label={t('signup.password')}
          hint={
            <PasswordStrength password={values.password} about={[values.name, values.email]}>
              {t('password.length', { ns: 'common' })}
            </PasswordStrength>
          }
          error={fieldError(errors.password)}
          required
        >
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        <fieldset className="min-w-0">
          <legend className="mb-1 font-medium text-sm">{t('signup.plan')}</legend>
          {offered.isPending ? (
            <div className="flex flex-col gap-2">
              <Skeleton className="h-16" />
              <Skeleton className="h-16" />
            </div>
          ) : offered.isError ? (
            <ErrorState
              compact
              error={offered.error}
              onRetry={() => void offered.refetch()}
              retrying={offered.isFetching}
            />
          ) : offered.data.length === 0 ? (
            <p className="text-ink-2">{t('signup.noPlans')}</p>
          ) : (
            <div className="flex flex-col gap-2">
              {offered.data.map(plan => (
                <label
                  key={plan.id}
                  className={cn(
                    'flex items-center gap-3 rounded-md border border-control bg-surface px-3 py-2.5 has-[:checked]:border-accent-ink has-[:checked]:bg-accent-soft has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent-ink dark:bg-bg',
                    errors.planId && 'border-danger',
                  )}
                >
                  <input
                    type="radio"
                    value={plan.id}
                    className="size-4 accent-(--accent)"
                    {...form.register('planId')}
                  />
                  <span className="min-w-0 flex-1">
                    <span className="flex items-baseline justify-between gap-3">
                      <span className="truncate font-medium">{plan.name}</span>
                      <span className="tabular shrink-0 text-sm">
                        {t('signup.perMonth', { value: formatMoney(plan.value) })}
                      </span>
                    </span>
                    <span className="block text-ink-2 text-sm">
                      {(['users', 'connections', 'queues'] as const)
                        .map(what => t(`signup.holds.${what}`, { count: plan[what] }))
                        .join(' · ')}
                    </span>
                    <PlanModules plan={plan} />
                  </span>
                </label>
              ))}
            </div>
          )}
          {errors.planId && (
            <p role="alert" className="mt-1 text-danger-ink text-sm">
              {t('signup.choosePlan')}
            </p>
          )}
        </fieldset>
        {failure !== null && (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger-ink">
            <span className="block">{t('signup.failed')}</span>
            {!(failure instanceof ApiError && failure.code === 'ERR_VALIDATION') && errorText(failure)}
          </p>
        )}
        <Button type="submit" variant="primary" loading={isSubmitting} className="mt-1 h-11 w-full">
          {t('signup.submit')}
        </Button>
      </Form>
      <ToLogin />
    </>
  )
}

function ToLogin() {
  const { t } = useTranslation('account')
  return (
    <p className="mt-6 text-center text-ink-2">
      {t('signup.login')}{' '}
      <Link to="/login" className="font-medium text-accent-ink hover:underline">
        {t('signup.loginLink')}
      </Link>
    </p>
  )
}

/** Shows the modules of a plan beyond those of every plan. */
function PlanModules({ plan }: { plan: Plan }) {
  const { t, i18n } = useTranslation('onboarding')
  const limits: Partial<Record<PlanFlag, number | null>> = {
    useCampaigns: plan.campaigns,
    useSchedules: plan.schedules,
  }
  const modules = PLAN_FLAGS.filter(flag => plan[flag]).map(flag => {
    const [module, limit] = [t(`plan.${flag}`), limits[flag] ?? null]
    return limit === null ? module : t('plan.limited', { module, limit })
  })
  if (modules.length === 0) return null
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(modules)
  return <span className="block text-ink-2 text-sm">{t('plan.holds', { modules: list })}</span>
}
