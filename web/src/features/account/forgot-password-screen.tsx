import { forgetpassword, resetpasswords } from '@balcao/shared/api/account/passwords.ts'
import { fieldMessage } from '@balcao/shared/validation/field-message.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { PasswordStrength } from '#/components/password-strength.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Field, Form } from '#/components/ui/field.tsx'
import { Input, PasswordInput } from '#/components/ui/input.tsx'
import { useErrorText } from '#/lib/error-text.ts'
import { fieldError, problemText } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { useScreenTitle } from '#/lib/screen-title.ts'
import { api } from '#/lib/session.ts'
import { SignUpLink } from './sign-up-link.tsx'

const NewPassword = resetpasswords.reset.body
  .extend({ confirm: z.string() })
  .refine(({ password, confirm }) => password === confirm, {
    path: ['confirm'],
    message: fieldMessage('resetPassword.confirm', 'mismatch'),
  })

/**
 * Resets a password in two steps: first the e-mail address, then the code sent to it and a new
 * password.
 * @param props.companyId company whose page this is
 */
export function ForgotPasswordScreen({ companyId }: { companyId?: string | undefined }) {
  const { t } = useTranslation('account')
  useScreenTitle(t('forgot.title'))
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<'email' | 'sent' | 'code'>('email')
  return (
    <>
      <h1 className="font-semibold text-xl">{t('forgot.title')}</h1>
      <p className="mt-1 mb-6 text-ink-2">{t('forgot.subtitle')}</p>
      {step === 'email' ? (
        <RequestForm
          companyId={companyId}
          onSent={to => {
            setEmail(to)
            setStep('sent')
          }}
          onCode={to => {
            setEmail(to)
            setStep('code')
          }}
        />
      ) : (
        <ResetForm email={email} sent={step === 'sent'} onAgain={() => setStep('email')} />
      )}
      <p className="mt-6 text-center text-ink-2">
        <SignUpLink />
      </p>
      <p className="mt-3 text-center">
        <Link
          to="/login"
          className="relative font-medium text-accent-ink hover:underline touch:after:absolute touch:after:-inset-3.5"
        >
          {t('forgot.back')}
        </Link>
      </p>
    </>
  )
}

type RequestProps = {
  companyId: string | undefined
  onSent: (email: string) => void
  onCode: (email: string) => void
}

function RequestForm({ companyId, onSent, onCode }: RequestProps) {
  const { t } = useTranslation('account')
  const errorText = useErrorText()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm({ resolver: formResolver(forgetpassword.request.params), defaultValues: { email: '' } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ email }) => {
    setFailure(null)
    try {
      await api(forgetpassword.request, { params: { email }, query: companyId ? { companyId } : {} })
      onSent(email)
    } catch (error) {
      setFailure(error)
    }
  })

  return (
    <Form onSubmit={submit} busy={isSubmitting}>
      <Field label={t('forgot.email')} error={fieldError(errors.email)} required>
        <Input type="email" autoComplete="username" autoCapitalize="none" autoFocus {...form.register('email')} />
      </Field>
      <Failure error={failure} text={errorText} />
      <Button type="submit" variant="primary" loading={isSubmitting} className="mt-1 h-11 w-full">
        {t('forgot.send')}
      </Button>
      <Button type="button" variant="ghost" className="w-full" onClick={() => onCode(form.getValues('email'))}>
        {t('forgot.haveCode')}
      </Button>
    </Form>
  )
}

type ResetProps = { email: string; sent: boolean; onAgain: () => void }

function ResetForm({ email, sent, onAgain }: ResetProps) {
  const { t } = useTranslation('account')
  const navigate = useNavigate()
  const errorText = useErrorText()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm({
    resolver: formResolver(NewPassword),
    defaultValues: { email, token: '', password: '', confirm: '' },
  })
  const { errors, isSubmitting } = form.formState
  const values = form.watch()

  const submit = form.handleSubmit(async ({ confirm: _, ...body }) => {
    setFailure(null)
    try {
      await api(resetpasswords.reset, { body })
      await navigate({ to: '/login', search: { reset: true }, replace: true })
    } catch (error) {
      setFailure(error)
    }
  })

  return (
    <>
      {sent && (
        <p role="status" className="mb-4 rounded-md bg-success-soft px-3 py-2 text-success-ink">
          <span className="block font-medium">{t('forgot.sent')}</span>
          {t('forgot.sentHint')}
        </p>
      )}
      <Form onSubmit={(event: FormEvent<HTMLFormElement>) => submit(event)} busy={isSubmitting}>
        {!sent && (
          <Field label={t('forgot.email')} error={fieldError(errors.email)} required>
            <Input type="email" autoComplete="username" autoCapitalize="none" autoFocus {...form.register('email')} />
          </Field>
        )}
        <Field label={t('forgot.code')} hint={t('forgot.codeLength')} error={fieldError(errors.token)} required>
          <Input
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus={sent}
            {...form.register('token')}
          />
        </Field>
        <Field
          label={t('forgot.password')}
          hint={
            <PasswordStrength password={values.password} about={[values.email]}>
              {problemText({ code: 'weak_password', field: 'resetPassword.password' })}
            </PasswordStrength>
          }
          error={fieldError(errors.password)}
          required
        >
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Field label={t('forgot.confirm')} error={fieldError(errors.confirm)} required>
          <PasswordInput autoComplete="new-password" {...form.register('confirm')} />
        </Field>
        <Failure error={failure} text={errorText} />
        <Button type="submit" variant="primary" loading={isSubmitting} className="mt-1 h-11 w-full">
          {t('forgot.submit')}
        </Button>
        <Button type="button" variant="ghost" className="w-full" onClick={onAgain}>
          {t('forgot.again')}
        </Button>
      </Form>
    </>
  )
}

function Failure({ error, text }: { error: unknown; text: (error: unknown) => string }) {
  if (error === null) return null
  return (
    <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger-ink">
      {text(error)}
    </p>
  )
}
