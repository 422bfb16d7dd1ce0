import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import { readEmailToken } from '../../data/account/email-token.ts'
import { recordFailedAttempt, releaseAttempt, reserveAttempt } from '../../data/account/login-attempt.ts'

/** Wrong codes of e-mails allowed from an address in 15 minutes. */
const MAX_FAILURES = 10

type TokenContent = NonNullable<ReturnType<typeof readEmailToken>>

/**
 * Returns what the token of an e-mail opens, as `open` finds it. A malformed, an unknown and an
 * expired token are answered alike (`wrong`), and counted for the address before anything is
 * compared.
 * @throws ERR_TOO_MANY_REQUESTS
 */
export async function withEmailCode<T>(
  address: string,
  token: string,
  wrong: ErrorCode,
  open: (given: TokenContent) => Promise<T | undefined>,
): Promise<T & { given: TokenContent }> {
  const attempt = await reserveAttempt('letterCode', address, MAX_FAILURES)
  if (typeof attempt === 'number') throw new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: attempt } })
  const given = readEmailToken(token)
  let opened: T | undefined
  let isOver = false
  try {
    opened = given && (await open(given))
    isOver = true
  } finally {
    await (isOver && opened === undefined ? recordFailedAttempt(attempt) : releaseAttempt(attempt))
  }
  if (!given || opened === undefined) throw new AppError(wrong)
  return { ...opened, given }
}
