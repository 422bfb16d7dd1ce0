/**
 * Codes by which users set a new password after forgetting it. A code is stored under the e-mail it
 * was requested for, not under its user. An unknown e-mail gets a row as well, with a code nobody
 * receives, so attempts behave the same for both.
 */
import { SYSTEM } from '@balcao/shared/table.ts'
import { transact } from '../table/transact.ts'
import { newCredential } from '../team/user.ts'
import { type CodeKey, keyedDigest, newCode, tryCode, useCode } from './email-code.ts'
import { endOfSession, forgetSession } from './session.ts'

const MINUTES = 30

type Owner = { companyId: string; userId: string }

/**
 * Returns the key of an e-mail's code. Codes are spread over partitions, so that all resets of an
 * installation are not in one.
 */
function keyOf(email: string): CodeKey {
  const holder = keyedDigest(`reset of ${email}`)
  return { companyId: `${SYSTEM}#reset#${holder.slice(0, 2)}`, kind: 'passwordReset', holder }
}

const markOf = ({ companyId, userId }: Owner): string => keyedDigest(`${companyId}|${userId}`)

/**
 * Creates a code for an e-mail, valid for half an hour, which replaces an earlier one. Without
 * `owner` the code is never accepted.
 */
export const newResetCode = (email: string, owner: Owner | undefined): Promise<string> =>
  newCode(keyOf(email), MINUTES, owner ? markOf(owner) : keyedDigest(crypto.randomUUID()))

/** Returns whose code it was when it was sent, if it is the code of this e-mail. */
export async function tryResetCode(
  email: string,
  code: string,
): Promise<{ isOf: (owner: Owner) => boolean } | undefined> {
  const right = await tryCode(keyOf(email), code)
  return right && { isOf: owner => markOf(owner) === right.about }
}

/**
 * Sets the password of the code's owner, uses the code and ends every session of the user, all or
 * nothing. Throws ERR_RESET_CODE if another call was faster, or another code was sent meanwhile.
 */
export async function resetPassword(
  email: string,
  { companyId, userId }: Owner,
  code: string,
  passwordHash: string,
): Promise<void> {
  await transact(
    [useCode(keyOf(email), code), newCredential(companyId, userId, passwordHash), endOfSession(companyId, userId)],
    { code: 'ERR_RESET_CODE', credential: 'ERR_RESET_CODE' },
  )
  forgetSession(userId)
}
