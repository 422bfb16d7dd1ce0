import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { getCaller } from '../../../data/team/user.ts'
import type { UserContext } from '../../../http/context.ts'

/** Returns the caller as the history of an order names them. */
export async function callerRef({ companyId, actor }: UserContext): Promise<UserRef> {
  const user = await getCaller(companyId, actor.userId)
  if (!user) throw new AppError('ERR_UNAUTHORIZED')
  return { id: user.id, name: user.name }
}
