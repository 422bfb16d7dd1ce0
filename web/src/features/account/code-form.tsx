import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Field, Form } from '#/components/ui/field.tsx'
import { Input, PasswordInput } from '#/components/ui/input.tsx'
import { useErrorText } from '#/lib/error-text.ts'
import { problemText } from '#/lib/field-error.ts'

interface CodeFormProps {
  label: string
  submitLabel: string
  /** True if the password is required. */
  password?: boolean
  /** True if the code is required. */
  code?: boolean
  onSubmit: (given: { code: string; currentPassword: string }) => Promise<void>
}

/** Shows a form for a code, the password, or both, which confirm a change of the sign-in. */
export function CodeForm({ label, submitLabel, password = false, code = true, onSubmit }: CodeFormProps) {
  const { t } = useTranslation(['team', 'common'])
  const errorText = useErrorText()
  const [failure, setFailure] = useState<unknown>(null)
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const submit = async (form: HTMLFormElement) => {
    const data = new FormData(form)
    const given = { code: String(data.get('code') ?? '').trim(), currentPassword: String(data.get('password') ?? '') }
    const isMissing = (code && given.code === '') || (password && given.currentPassword === '')
    setMissing(isMissing)
    setFailure(null)
    if (isMissing) return void form.querySelector<HTMLInputElement>('input')?.focus()
    setBusy(true)
    try {
      await onSubmit(given)
    } catch (error) {
      setFailure(error)
      field.current?.select()
    } finally {
      setBusy(false)
    }
  }
  const error = missing ? problemText({ code: 'required' }) : undefined
  return (
    <Form onSubmit={event => submit(event.currentTarget)} busy={busy}>
      {password && (
        <Field label={t('field.currentPassword')} error={error} required>
          <PasswordInput autoComplete="current-password" name="password" autoFocus />
        </Field>
      )}
      {code && (
        <Field label={label} error={error} required>
          <Input
            ref={field}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            autoFocus={!password}
            className="font-mono"
          />
        </Field>
      )}
      {failure !== null && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger-ink">
          {errorText(failure)}
        </p>
      )}
      <Button type="submit" variant="primary" loading={busy} className="h-11 w-full">
        {submitLabel}
      </Button>
    </Form>
  )
}
