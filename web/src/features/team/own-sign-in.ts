/** What the forms share in which people change their own e-mail or password. */
import type { User } from '@balcao/shared/entities/user.ts'
import type { z } from 'zod'

interface SignIn {
  email: string
  /** Empty: stays as it is. */
  password: string
}

/** Whether what one signs in with becomes another; addresses are the same in capitals. */
export const changesSignIn = ({ email, password }: SignIn, user: Pick<User, 'email'>) =>
  password !== '' || email.trim().toLowerCase() !== user.email

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
