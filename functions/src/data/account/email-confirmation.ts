/**
 * Codes by which users confirm an e-mail address: one per user, for the last address it was sent
 * to.
 */
import { AppError } from '@balcao/shared/errors.ts'
import { WriteConflict } from '../table/transact.ts'
import { takeUpEmail, type UserRow } from '../team/user.ts'
import { auditWrite } from './audit.ts'
import { type CodeKey, markUsed, newCode, tryCode } from './email-code.ts'
import type { NewSession } from './session.ts'

const MINUTES = 24 * 60

const keyOf = (companyId: string, userId: string): CodeKey => ({
  companyId,
  kind: 'emailConfirmation',
  holder: userId,
})

/** Creates a code for a user's address, valid for a day. */
export const newConfirmationCode = (companyId: string, userId: string, email: string): Promise<string> =>
  newCode(keyOf(companyId, userId), MINUTES, email)

/** Returns the address of a code and whether the code was used before, if it is this user's. */
export async function tryConfirmationCode(
  companyId: string,
  userId: string,
  code: string,
): Promise<{ email: string; used: boolean } | undefined> {
  const right = await tryCode(keyOf(companyId, userId), code)
  return right && { email: right.about, used: right.used }
}

/**
 * Confirms the address of a valid code, once. Returns the user as they are then. Throws
 * ERR_CONFIRMATION_CODE if the address is no longer the user's, ERR_EMAIL_ALREADY_EXISTS if
 * somebody else took it meanwhile.
 * @param session for a change of address: replaces the user's session, or null ends it
 * @param address network address of the caller, for the company's audit log, which records a change
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
  const entry = { action: 'user.update' as const, subjectId: id, name, user: { id, name }, address }
  const changes = email === before.email ? [] : [auditWrite(companyId, entry)]
  try {
    return await takeUpEmail(before, email, [markUsed(keyOf(companyId, id), code), ...changes], session)
  } catch (error) {
    if (error instanceof WriteConflict) throw new AppError('ERR_CONFIRMATION_CODE')
    throw error
  }
}
