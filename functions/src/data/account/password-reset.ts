/**
 * The code by which somebody who forgot their password sets a new one. It lies by the e-mail it was asked for, not by its user, and an
 * e-mail of nobody has a row as well, with a code nobody got: trying one is the same for both.
 */
import { SYSTEM } from '@balcao/shared/table.ts'
import { transact } from '../table/transact.ts'
import { newCredential } from '../team/user.ts'
import { type CodeKey, keyedDigest, newCode, tryCode, useCode } from './letter-code.ts'
import { endOfSession, forgetSession } from './session.ts'

const MINUTES = 30

type Owner = { companyId: string; userId: string }

/** Spread over lanes: all resets of an installation are not one partition. */
function keyOf(email: string): CodeKey {
  const holder = keyedDigest(`reset of ${email}`)
  return { companyId: `${SYSTEM}#reset#${holder.slice(0, 2)}`, kind: 'passwordReset', holder }
}

const markOf = ({ companyId, userId }: Owner): string => keyedDigest(`${companyId}|${userId}`)

/** Makes a code for an e-mail, good for half an hour, in the place of an earlier one. Of an e-mail without `owner` it opens nothing. */
export const newResetCode = (email: string, owner: Owner | undefined): Promise<string> =>
  newCode(keyOf(email), MINUTES, owner ? markOf(owner) : keyedDigest(crypto.randomUUID()))

/** Whether a code is the e-mail's, and then whose it was when it was sent. */
export async function tryResetCode(
  email: string,
  code: string,
): Promise<{ isOf: (owner: Owner) => boolean } | undefined> {
  const right = await tryCode(keyOf(email), code)
  return right && { isOf: owner => markOf(owner) === right.about }
}

/**
 * Sets the password of whoever had the code, uses the code up and ends every session, all or nothing. Throws ERR_RESET_CODE when
 * another call was faster, or another code was sent meanwhile.
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
