import { auth } from '@balcao/shared/api/account/auth.ts'
import { invitation } from '@balcao/shared/api/account/invitation.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PasswordStrength } from '#/components/password-strength.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Field, Form } from '#/components/ui/field.tsx'
import { Input, PasswordInput } from '#/components/ui/input.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { emailSecret, forgetEmailSecret } from '#/lib/email-secret.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { queryClient } from '#/lib/queries.ts'
import { saveFailed } from '#/lib/save-failed.ts'
import { useScreenTitle } from '#/lib/screen-title.ts'
import { api, signedIn, signOut, useSession } from '#/lib/session.ts'

/**
 * Opens from the link of an invitation: shows who invites to which company, takes a name and a
 * password, and signs in.
 */
export function InviteScreen() {
  const { t } = useTranslation('onboarding')
  useScreenTitle(t('invite.title'))
  const session = useSession()
  const [token, setToken] = useState('')
  useEffect(() => setToken(emailSecret()), [])
  return (
    <QueryClientProvider client={queryClient}>
      <h1 className="mb-1 font-semibold text-xl">{t('invite.title')}</h1>
      {session.state === 'in' ? (
        <>
          <p className="mt-3 mb-6 text-ink-2">{t('invite.signedIn', { name: session.user.name })}</p>
          <Button variant="primary" className="h-11 w-full" onClick={() => void signOut()}>
            {t('invite.signOut')}
          </Button>
        </>
      ) : token === '' ? (
        <CodeForm onCode={setToken} />
      ) : (
        <Opened token={token} onLeave={() => setToken('')} />
      )}
    </QueryClientProvider>
  )
}

/** Takes the code of an e-mail without a link, or a copied one. */
function CodeForm({ onCode }: { onCode: (token: string) => void }) {
  const { t } = useTranslation('onboarding')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    // Some people paste the whole link.
    if (code !== '') onCode(code.split('#').at(-1)!)
  }
  return (
    <div className="mt-4">
      <Form onSubmit={submit}>
        <Field label={t('invite.code')} hint={t('invite.codeHint')} required>
          <Input name="code" autoComplete="off" autoCapitalize="none" spellCheck={false} autoFocus />
        </Field>
        <Button type="submit" variant="primary" className="mt-1 h-11 w-full">
          {t('invite.open')}
        </Button>
      </Form>
    </div>
  )
}

function Opened({ token, onLeave }: { token: string; onLeave: () => void }) {
  const { t } = useTranslation('onboarding')
  const errorText = useErrorText()
  const asked = useQuery({
    queryKey: ['invitation'],
    queryFn: () => api(invitation.look, { body: { token } }),
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (asked.isPending)
    return (
      <p aria-live="polite" className="mt-4 flex items-center gap-2 text-ink-2">
        <Spinner /> {t('invite.working')}
      </p>
    )
  if (asked.isError)
    return (
      <>
        <p role="alert" className="mt-4 mb-6 rounded-md bg-danger-soft px-3 py-2 text-danger-ink">
          {errorText(asked.error)}
        </p>
        <Button className="h-11 w-full" onClick={onLeave}>
          {t('invite.code')}
        </Button>
      </>
    )
  return <AcceptForm token={token} asked={asked.data} />
}

const Accept = invitation.accept.body.omit({ token: true })

function AcceptForm({ token, asked }: { token: string; asked: ResultOf<typeof invitation.look> }) {
  const { t } = useTranslation(['onboarding', 'common'])
  const navigate = useNavigate()
  const form = useForm({ resolver: formResolver(Accept), defaultValues: { name: asked.name, password: '' } })
  const { errors, isSubmitting } = form.formState
  const values = form.watch()

  const submit = form.handleSubmit(async body => {
    try {
      const { email } = await api(invitation.accept, { body: { ...body, token } })
      forgetEmailSecret()
      // The usual sign-in, with everything the company requires for it.
      const login = { email, password: body.password }
      const session = await api(auth.login, { body: login }).catch(() => null)
      if (session) signedIn(session)
      await navigate(session ? { to: '/', replace: true } : { to: '/login', replace: true })
    } catch (error) {
      saveFailed(form, error, { ERR_INVITATION_CODE: 'password', ERR_EMAIL_ALREADY_EXISTS: 'password' })
    }
  })

  return (
    <>
      <p className="mb-6 break-words text-ink-2">
        {/* The first user of a company has its name until they change it. */}
        {asked.invitedBy === asked.company
          ? t('invite.aboutCompany', { company: asked.company })
          : t('invite.about', { by: asked.invitedBy, company: asked.company })}
      </p>
      <Form onSubmit={submit} busy={isSubmitting}>
        <Field label={t('invite.email')}>
          <Input type="email" autoComplete="username" value={asked.email} readOnly />
        </Field>
        <Field label={t('invite.name')} error={fieldError(errors.name)} required>
          <Input autoComplete="name" {...form.register('name')} />
        </Field>
        <Field
          label={t('invite.password')}
          hint={
            <PasswordStrength password={values.password} about={[values.name, asked.email, asked.company]}>
              {t('common:password.length')}
            </PasswordStrength>
          }
          error={fieldError(errors.password)}
          required
        >
          <PasswordInput autoComplete="new-password" autoFocus {...form.register('password')} />
        </Field>
        <Button type="submit" variant="primary" loading={isSubmitting} className="mt-1 h-11 w-full">
          {t('invite.submit')}
        </Button>
      </Form>
    </>
  )
}
