import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input, PasswordInput } from '#/components/ui/input.tsx'
import { fieldError } from '#/lib/field-error.ts'
import type { ConnectionForm } from '../connection-form.ts'
import { CloudSignUp, type FoundNumber } from './cloud-sign-up.tsx'

interface CloudFieldsProps {
  form: ConnectionForm
  /** Null for a new number. */
  connection: Whatsapp | null
  /** True if the token's field is open from the start. */
  token: boolean
}

/** An empty catalogue is none. */
const trimmedOrNull = { setValueAs: (value: unknown) => (typeof value === 'string' && value.trim()) || null }
const trimmed = { setValueAs: (value: unknown) => (typeof value === 'string' && value.trim()) || undefined }

/**
 * Shows the ids of a cloud number at Meta, its catalogue and its access token. The ids never
 * change; the token is never shown, only replaced.
 */
export function CloudFields({ form, connection, token }: CloudFieldsProps) {
  const { t } = useTranslation('channels')
  const { errors } = form.formState
  const [typing, setTyping] = useState(connection === null || token)
  const field = useRef<HTMLInputElement | null>(null)
  const isReplacing = typing && connection !== null
  useEffect(() => {
    if (isReplacing) field.current?.focus()
  }, [isReplacing])
  const { ref, ...registered } = form.register('accessToken', trimmed)
  const id = (name: 'phoneNumberId' | 'businessAccountId') => (
    <Field
      label={t(`cloud.${name}`)}
      hint={t(`cloud.${name}Hint`)}
      error={fieldError(errors[name])}
      required={connection === null}
    >
      <Input
        inputMode="numeric"
        autoComplete="off"
        className="tabular"
        readOnly={connection !== null}
        {...form.register(name, trimmed)}
      />
    </Field>
  )
  const fill = (number: FoundNumber, accessToken: string) => {
    const set = (name: 'phoneNumberId' | 'businessAccountId' | 'accessToken', value: string) =>
      form.setValue(name, value, { shouldDirty: true, shouldValidate: true })
    if (!connection) {
      set('phoneNumberId', number.phoneNumberId)
      set('businessAccountId', number.businessAccountId)
      if (form.getValues('name').trim() === '' && number.verifiedName !== '')
        form.setValue('name', number.verifiedName, { shouldDirty: true })
    }
    set('accessToken', accessToken)
  }
  return (
    <>
      {typing && <CloudSignUp phoneNumberId={connection?.phoneNumberId ?? null} onChosen={fill} />}
      <div className="grid gap-4 sm:grid-cols-2">
        {id('phoneNumberId')}
        {id('businessAccountId')}
      </div>
      {connection && (
        <Field label={t('cloud.catalogId')} hint={t('cloud.catalogIdHint')} error={fieldError(errors.catalogId)}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            className="tabular"
            {...form.register('catalogId', trimmedOrNull)}
          />
        </Field>
      )}
      {typing ? (
        <Field
          label={t('cloud.accessToken')}
          hint={t(connection ? 'cloud.newTokenHint' : 'cloud.accessTokenHint')}
          error={fieldError(errors.accessToken)}
          required={connection === null}
        >
          <PasswordInput
            autoComplete="off"
            spellCheck={false}
            data-1p-ignore
            {...registered}
            ref={element => {
              ref(element)
              field.current = element
            }}
          />
        </Field>
      ) : (
        <div>
          <p className="mb-1 font-medium text-sm">{t('cloud.accessToken')}</p>
          <div className="flex flex-wrap items-center gap-3">
            <span className="text-ink-2">
              <span aria-hidden>••••••••••••</span> {t('cloud.tokenKept')}
            </span>
            <Button size="sm" onClick={() => setTyping(true)}>
              {t('cloud.replaceToken')}
            </Button>
          </div>
        </div>
      )}
    </>
  )
}
