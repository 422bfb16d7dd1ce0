import type { Setting } from '@balcao/shared/entities/setting.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { getSecondFactor, isOn } from '../../data/account/second-factor.ts'
import { endSession } from '../../data/account/session.ts'
import type { PublicContext, UserContext } from '../../http/context.ts'
import { evict } from '../../realtime/evict.ts'
import { noRefreshCookie } from './refresh-cookie.ts'

type Of = { companyId: string; userId: string; sessionId: string }

/** Returns whether users of a company with these settings need a second factor. */
export const wantsSecondFactor = (settings: readonly Setting[]): boolean =>
  settings.some(({ key, value }) => key === 'requireSecondFactor' && value === 'enabled')

/**
 * Ends a session whose company requires a second factor, if its user has none: it began before, or
 * while that was switched on, or the factor was removed since. Everything that extends a session
 * checks here, so that none outlives its current token; the sign-in that follows leads to the
 * setup. Costs one read unit, only where it is required.
 * @throws ERR_SECOND_FACTOR_MISSING
 */
export async function endWithoutSecondFactor(
  ctx: PublicContext | UserContext,
  { companyId, userId, sessionId }: Of,
  settings: readonly Setting[],
): Promise<void> {
  if (!wantsSecondFactor(settings) || isOn(await getSecondFactor(companyId, userId))) return
  await endSession(companyId, userId, sessionId)
  await evict(companyId, userId, 'ended', sessionId)
  ctx.setCookie(noRefreshCookie())
  throw new AppError('ERR_SECOND_FACTOR_MISSING')
}
