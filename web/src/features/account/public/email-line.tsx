import { emailConfirmation } from '@balcao/shared/api/account/email-confirmation.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Input } from '#/components/ui/input.tsx'
import { useErrorText } from '#/lib/error-text.ts'
import { api, changeSession, updateSessionUser, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

/**
 * Shows a discreet line until the e-mail to the user's address, or to their new one, is confirmed.
 * Nothing is blocked until then.
 */
export function EmailLine() {
  const { t } = useTranslation('onboarding')
  const { email, pendingEmail } = useUser()
  const errorText = useErrorText()
  const [typing, setTyping] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  /** Runs one action at a time; the line shows a refusal. */
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const send = () =>
    run(async () => {
      await api(emailConfirmation.send)
      toast.success(t('line.sent'))
    })
  const cancelChange = () =>
    run(async () => {
      await api(emailConfirmation.giveUp)
      updateSessionUser(user => ({ ...user, pendingEmail: null }))
      toast.success(t('line.keptOld'))
    })
  const confirm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    if (code === '') return
    void run(async () => {
      const saved = await changeSession(call => call(emailConfirmation.code, { body: { code } }))
      toast.success(saved.email === email ? t('line.done') : t('line.changed', { email: saved.email }))
    })
  }

  return (
    <section
      aria-label={t('confirm.title')}
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-line border-b bg-info-soft px-4 py-1.5 text-info-ink text-sm"
    >
      <p className="min-w-0 break-words">
        {pendingEmail ? t('line.askNew', { email: pendingEmail }) : t('line.ask', { email })}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {typing ? (
          <form onSubmit={confirm} noValidate className="flex items-center gap-2">
            <Input
              name="code"
              aria-label={t('line.code')}
              aria-invalid={failure !== null || undefined}
              aria-describedby={failure === null ? undefined : 'email-line-failure'}
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={12}
              autoFocus
              className="h-control-sm w-32"
            />
            <Button type="submit" size="sm" variant="secondary" loading={busy}>
              {t('line.submit')}
            </Button>
          </form>
        ) : (
          <LineButton onClick={() => setTyping(true)}>{t('line.type')}</LineButton>
        )}
        <LineButton disabled={busy} onClick={() => void send()}>
          {t('line.send')}
        </LineButton>
        {pendingEmail && (
          <LineButton disabled={busy} onClick={() => void cancelChange()}>
            {t('line.giveUp')}
          </LineButton>
        )}
      </div>
      {failure !== null && (
        <p id="email-line-failure" role="alert" className="w-full text-center text-danger-ink">
          {errorText(failure)}
        </p>
      )}
    </section>
  )
}

function LineButton(props: { children: string; disabled?: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      {...props}
      className="min-h-6 rounded-sm font-medium text-info-ink underline underline-offset-2 disabled:opacity-50 touch:min-h-11"
    />
  )
}
