import { ownUser } from '../own-user.ts'

/**
 * Returns an error that says what to run in place of the system's own about missing rights, and any
 * other error as it is.
 * @param dir folder that could not be made or written
 * @param user name of the user that wanted to
 */
export function explainForbidden(error: unknown, dir: string, user = ownUser()): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EROFS') {
    return new Error(
      `${dir} is read-only for this program: run npm run serve -- --install again, and the commands it prints`,
      { cause: error },
    )
  }
  if (code !== 'EACCES' && code !== 'EPERM') return error
  return new Error(
    `the user ${user} may not write ${dir}: run this as the user of the server, or, if ${user} is that user, make it theirs (sudo install -d -m 700 -o '${user}' '${dir}')`,
    { cause: error },
  )
}
