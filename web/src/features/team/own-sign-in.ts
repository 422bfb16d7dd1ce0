/** Common parts of the forms in which users change their own e-mail or password. */
import type { User } from '@balcao/shared/entities/user.ts'
import { codeMessage } from '@balcao/shared/validation/field-message.ts'
import i18next from 'i18next'
import type { z } from 'zod'
import { toast } from '#/lib/toast.ts'

interface SignIn {
  email: string
  /** New password; empty: it stays as it is. */
  password: string
}

/** Returns whether the password or address changes; addresses ignore upper and lower case. */
export const changesSignIn = (values: SignIn, user: Pick<User, 'email'>) =>
  values.password !== '' || wantsAnother(values, user)

/** Returns whether the address changes, which takes effect once it is confirmed by e-mail. */
export const wantsAnother = ({ email }: Pick<SignIn, 'email'>, user: Pick<User, 'email'>) =>
  email.trim().toLowerCase() !== user.email

/** Shows the address the confirmation e-mail was sent to. */
export const showEmailSent = (email: string) => toast.info(i18next.t('team:field.emailSent', { email }))

/** Returns the form's schema, which then requires the current password. */
export const askingCurrent = <S extends z.ZodType<SignIn & { currentPassword: string }>>(
  schema: S,
  user: Pick<User, 'email'>,
) =>
  schema.refine(values => values.currentPassword !== '' || !changesSignIn(values, user), {
    path: ['currentPassword'],
    message: codeMessage('required'),
  })

/**
 * Returns the body of the change: without an empty new password, and with the current one only
 * where it is required.
 */
export function withoutUnused<V extends SignIn & { currentPassword: string }>(values: V, user: Pick<User, 'email'>) {
  const { password, currentPassword, ...rest } = values
  return {
    ...rest,
    ...(password ? { password } : {}),
    ...(changesSignIn(values, user) ? { currentPassword } : {}),
  }
}
