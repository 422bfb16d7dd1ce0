import { AppError } from '@balcao/shared/errors.ts'
import { confirmSecondFactor, isOn } from '../../../data/account/second-factor.ts'
import { tryChallenge } from '../../../data/account/sign-in-challenge.ts'
import { writeAudit } from '../../../http/audit.ts'
import { emailSignInChanged } from '../email-sign-in-changed.ts'
import type { Operations } from '../operations.ts'
import { rowsOf, signInByCode } from './second-step.ts'

/**
 * Confirms the required second factor: its key counts from here on, and the sign-in that waited for
 * it is complete.
 */
export const confirmRequired: Operations['signInSteps']['confirm'] = async (ctx, { body: { token, code } }) => {
  const challenge = await tryChallenge(token, 'setup')
  const rows = await rowsOf(challenge)
  if (isOn(rows.secondFactor)) throw new AppError('ERR_SECOND_FACTOR_ON')
  const confirmed = confirmSecondFactor(rows.secondFactor, code)
  const signedIn = await signInByCode(ctx, challenge!, rows, () => confirmed?.write)
  const { companyId, id, name } = rows.user
  await writeAudit(ctx, companyId, { action: 'user.changeSecondFactor', subjectId: id, name, user: { id, name } })
  await emailSignInChanged(ctx, rows.user, { secondFactor: 'on', byOther: false })
  return { ...signedIn, recoveryCodes: confirmed!.codes }
}
