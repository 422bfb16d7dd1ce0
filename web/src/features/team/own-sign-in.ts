/** What the forms share in which people change their own e-mail or password. */
import type { User } from '@balcao/shared/entities/user.ts'
import i18next from 'i18next'
import type { z } from 'zod'
import { toast } from '#/lib/toast.ts'

interface SignIn {
  email: string
  /** Empty: stays as it is. */
  password: string
}

/** Whether another password or address is wanted; addresses are the same in capitals. */
export const changesSignIn = (values: SignIn, user: Pick<User, 'email'>) =>
  values.password !== '' || wantsAnother(values, user)

/** Whether another address is wanted, which counts once a letter to it is answered. */
export const wantsAnother = ({ email }: Pick<SignIn, 'email'>, user: Pick<User, 'email'>) =>
  email.trim().toLowerCase() !== user.email

/** Says where the letter went. */
export const tellLetter = (email: string) => toast.info(i18next.t('team:field.emailSent', { email }))

/** The form's schema, which then asks for the current password. */
export const askingCurrent = <S extends z.ZodType<SignIn & { currentPassword: string }>>(
  schema: S,
  user: Pick<User, 'email'>,
) =>
  schema.refine(values => values.currentPassword !== '' || !changesSignIn(values, user), {
    path: ['currentPassword'],
  })

/** The body of the change: no empty new password, and the current one only where it is asked for. */
export function withoutUnused<V extends SignIn & { currentPassword: string }>(values: V, user: Pick<User, 'email'>) {
  const { password, currentPassword, ...rest } = values
  return {
    ...rest,
    ...(password ? { password } : {}),
    ...(changesSignIn(values, user) ? { currentPassword } : {}),
  }
}
