import { emailConfirmation } from '@balcao/shared/api/account/email-confirmation.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { barAction } from '#/components/ui/bar-action.ts'
import { Input } from '#/components/ui/input.tsx'
import { ShellBar } from '#/components/ui/shell-bar.tsx'
import { useErrorText } from '#/lib/error-text.ts'
import { api, changeSession, updateSessionUser, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

/**
 * Asks to confirm the user's address, or their new one, by the code of the e-mail sent to it.
 * Nothing is blocked until then.
 */
export function EmailBar({ onPutOff }: { onPutOff?: (() => void) | undefined }) {
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

  const ask = pendingEmail ? t('line.askNew', { email: pendingEmail }) : t('line.ask', { email })
  return (
    <section aria-label={t('confirm.title')}>
      <ShellBar
        tone="info"
        text={failure === null ? ask : errorText(failure)}
        isAlert={failure !== null}
        onPutOff={onPutOff}
      >
        {typing ? (
          <form onSubmit={confirm} noValidate className="flex shrink-0 items-center gap-2">
            <Input
              name="code"
              aria-label={t('line.code')}
              aria-invalid={failure !== null || undefined}
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={12}
              autoFocus
              className="h-7 w-28 touch:h-9"
            />
            <button type="submit" className={barAction} disabled={busy} aria-busy={busy || undefined}>
              {t('line.submit')}
            </button>
          </form>
        ) : (
          <button type="button" className={barAction} onClick={() => setTyping(true)}>
            {t('line.type')}
          </button>
        )}
        <button type="button" className={barAction} disabled={busy} onClick={() => void send()}>
          {t('line.send')}
        </button>
        {pendingEmail && (
          <button type="button" className={barAction} disabled={busy} onClick={() => void cancelChange()}>
            {t('line.giveUp')}
          </button>
        )}
      </ShellBar>
    </section>
  )
}
