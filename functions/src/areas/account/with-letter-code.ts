import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import { readLetterToken } from '../../data/account/letter-token.ts'
import { beginAttempt, failAttempt, giveBackAttempt } from '../../data/account/login-attempt.ts'

/** Wrong codes of e-mails allowed from an address in 15 minutes. */
const MOST_FAILURES = 10

type Given = NonNullable<ReturnType<typeof readLetterToken>>

/**
 * Returns what the token of an e-mail opens, as `open` finds it. A malformed, an unknown and an
 * expired token are answered alike (`wrong`), and counted for the address before anything is
 * compared.
 * @throws ERR_TOO_MANY_REQUESTS
 */
export async function withLetterCode<T>(
  address: string,
  token: string,
  wrong: ErrorCode,
  open: (given: Given) => Promise<T | undefined>,
): Promise<T & { given: Given }> {
  const attempt = await beginAttempt('letterCode', address, MOST_FAILURES)
  if (typeof attempt === 'number') throw new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: attempt } })
  const given = readLetterToken(token)
  let opened: T | undefined
  let isOver = false
  try {
    opened = given && (await open(given))
    isOver = true
  } finally {
    await (isOver && opened === undefined ? failAttempt(attempt) : giveBackAttempt(attempt))
  }
  if (!given || opened === undefined) throw new AppError(wrong)
  return { ...opened, given }
}
