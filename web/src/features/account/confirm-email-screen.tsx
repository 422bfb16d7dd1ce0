import { emailConfirmation } from '@balcao/shared/api/account/email-confirmation.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { emailSecret, forgetEmailSecret } from '#/lib/email-secret.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { useScreenTitle } from '#/lib/screen-title.ts'
import { api, changeSession, currentUser, useSession } from '#/lib/session.ts'

type State = { at: 'working' | 'missing' } | { at: 'done'; email: string } | { at: 'failed'; error: unknown }

/**
 * Opens from the link of the confirmation e-mail and confirms at once, also without a session, or
 * in another browser.
 */
export function ConfirmEmailScreen() {
  const { t } = useTranslation('onboarding')
  useScreenTitle(t('confirm.title'))
  const errorText = useErrorText()
  const signedIn = useSession().state === 'in'
  const [state, setState] = useState<State>({ at: 'working' })

  useEffect(() => {
    let left = false
    const show = (next: State) => {
      if (!left) setState(next)
    }
    const token = emailSecret()
    if (state.at !== 'working') return
    if (token === '') show({ at: 'missing' })
    else
      confirmOnce(token).then(
        email => show({ at: 'done', email }),
        (error: unknown) => show({ at: 'failed', error }),
      )
    return () => {
      left = true
    }
  }, [state])

  // A permanent refusal is not retried.
  const again = state.at === 'failed' && !(state.error instanceof ApiError && state.error.status === 422)
  return (
    <>
      <h1 className="font-semibold text-xl">{t('confirm.title')}</h1>
      <div className="mt-4 mb-6" aria-live="polite">
        {state.at === 'working' && (
          <p className="flex items-center gap-2 text-ink-2">
            <Spinner /> {t('confirm.working')}
          </p>
        )}
        {state.at === 'missing' && <p className="text-ink-2">{t('confirm.missing')}</p>}
        {state.at === 'done' && (
          <>
            <p className="break-words rounded-md bg-success-soft px-3 py-2 text-success-ink">
              {t('confirm.done', { email: state.email })}
            </p>
            {!signedIn && <p className="mt-3 text-ink-2">{t('confirm.doneHint')}</p>}
          </>
        )}
        {state.at === 'failed' && (
          <>
            <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger-ink">
              {errorText(state.error)}
            </p>
            {!again && <p className="mt-3 text-ink-2">{t('confirm.failedHint')}</p>}
          </>
        )}
      </div>
      {again && (
        <Button variant="primary" className="h-11 w-full" onClick={() => setState({ at: 'working' })}>
          {t('confirm.retry')}
        </Button>
      )}
      {state.at !== 'working' && !again && (
        <Button asChild variant="primary" className="h-11 w-full">
          <Link to={signedIn ? '/' : '/login'}>{t(signedIn ? 'confirm.goOn' : 'confirm.toLogin')}</Link>
        </Button>
      )}
    </>
  )
}

let under: Promise<string> | null = null

/** Makes one call, however often the screen renders; a failed one may be repeated. */
function confirmOnce(token: string): Promise<string> {
  under ??= confirm(token).finally(() => {
    under = null
  })
  return under
}

async function confirm(token: string): Promise<string> {
  const [companyId, userId, code = ''] = token.split('.')
  const me = currentUser()
  // The session stays, even when the address of its sign-in changes.
  const { email } =
    me && me.id === userId && me.companyId === companyId
      ? await changeSession(call => call(emailConfirmation.code, { body: { code } }))
      : await api(emailConfirmation.confirm, { body: { token } })
  forgetEmailSecret()
  return email
}
