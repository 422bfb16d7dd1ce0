import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '#/components/ui/field.tsx'
import { PasswordInput } from '#/components/ui/input.tsx'

/** Shows the field of the current password, for changes of one's own sign-in. */
export function CurrentPasswordField({ error, field }: { error: string | undefined; field: UseFormRegisterReturn }) {
  const { t } = useTranslation('team')
  return (
    <Field label={t('field.currentPassword')} hint={t('field.currentPasswordHint')} error={error} required>
      <PasswordInput autoComplete="current-password" {...field} />
    </Field>
  )
}
