/** The code by which somebody shows that an address is theirs: one per user, for the last address it was sent to. */
import { AppError } from '@balcao/shared/errors.ts'
import { WriteRefused } from '../table/transact.ts'
import { takeUpEmail, type UserRow } from '../team/user.ts'
import { auditWrite } from './audit.ts'
import { type CodeKey, markUsed, newCode, tryCode } from './letter-code.ts'
import type { NewSession } from './session.ts'

const MINUTES = 24 * 60

const keyOf = (companyId: string, userId: string): CodeKey => ({
  companyId,
  kind: 'emailConfirmation',
  holder: userId,
})

/** Makes a code for an address of the user, good for a day. */
export const newConfirmationCode = (companyId: string, userId: string, email: string): Promise<string> =>
  newCode(keyOf(companyId, userId), MINUTES, email)

/** The address a code is for, when it is the user's, and whether it was used before. */
export async function tryConfirmationCode(
  companyId: string,
  userId: string,
  code: string,
): Promise<{ email: string; used: boolean } | undefined> {
  const right = await tryCode(keyOf(companyId, userId), code)
  return right && { email: right.about, used: right.used }
}

/**
 * Confirms the address of a right code, once. Answers the user as they are then. Throws ERR_CONFIRMATION_CODE when it is no address of
 * theirs any more, ERR_EMAIL_ALREADY_EXISTS when somebody else took it meanwhile.
 * @param session of a change: takes the place of whatever session there is, or null ends it
 * @param address where the answer came from, for the company's audit log: a change is in there
 */
export async function confirmEmail(
  before: UserRow,
  email: string,
  code: string,
  session: NewSession | null,
  address: string,
): Promise<UserRow> {
  if (email !== before.email && email !== before.pendingEmail) throw new AppError('ERR_CONFIRMATION_CODE')
  const { companyId, id, name } = before
  const told = { action: 'user.update' as const, subjectId: id, name, user: { id, name }, address }
  const changes = email === before.email ? [] : [auditWrite(companyId, told)]
  try {
    return await takeUpEmail(before, email, [markUsed(keyOf(companyId, id), code), ...changes], session)
  } catch (error) {
    if (error instanceof WriteRefused) throw new AppError('ERR_CONFIRMATION_CODE')
    throw error
  }
}
