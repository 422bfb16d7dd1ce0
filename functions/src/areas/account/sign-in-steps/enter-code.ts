import { useCode } from '../../../data/account/second-factor.ts'
import { tryChallenge } from '../../../data/account/sign-in-challenge.ts'
import type { Operations } from '../operations.ts'
import { rowsOf, signInByCode } from './second-step.ts'

export const enterCode: Operations['signInSteps']['enter'] = async (ctx, { body: { token, code } }) => {
  const challenge = await tryChallenge(token, 'code')
  const rows = await rowsOf(challenge)
  return signInByCode(ctx, challenge!, rows, row => useCode(row, code))
}
