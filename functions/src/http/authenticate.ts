import { AppError } from '@balcao/shared/errors.ts'
import { getLiveSession, keptRights } from '../data/account/session.ts'
import { getLiveSupport } from '../data/account/support-session.ts'
import { findByApiToken } from '../data/channels/whatsapp.ts'
import { recentCompany } from '../data/company/company.ts'
import type { Actor } from './context.ts'
import { requireAccessHours } from './require-access-hours.ts'
import { requirePaidNow } from './require-paid.ts'
import { type Claimed, verifyAccessToken } from './tokens.ts'

type Headers = Record<string, string | undefined>

/** Returns the token of `Authorization: Bearer …`. */
export function bearerOf(headers: Headers): string | undefined {
  const [scheme, token] = (headers.authorization ?? '').trim().split(/\s+/)
  return scheme?.toLowerCase() === 'bearer' ? token : undefined
}

/**
 * Returns the caller, with the rights the session has now.
 * @throws ERR_UNAUTHORIZED, ERR_SESSION_EXPIRED, ERR_SESSION_ENDED when the session was ended or
 * replaced by a sign-in elsewhere; also ERR_COMPANY_EXPIRED and ERR_COMPANY_DISABLED, unless the
 * call is open to companies that have not paid (`unpaid`), and ERR_OUTSIDE_ACCESS_HOURS
 */
export async function authenticateToken(token: string | undefined, unpaid = false): Promise<Actor> {
  if (!token) throw new AppError('ERR_UNAUTHORIZED')
  const actor = await verifyAccessToken(token)
  if (actor.support) return authenticateSupport(actor)
  const session = await getLiveSession(actor.companyId, actor.userId, actor.sessionId)
  if (!session) {
    await refuseDisabled(actor.companyId)
    throw new AppError('ERR_SESSION_ENDED')
  }
  const { profile, super: isSuper, permissions } = session
  if (!unpaid) await requirePaidNow(actor.companyId, { super: isSuper })
  await requireAccessHours(session)
  return { ...actor, profile, super: isSuper, permissions: keptRights(permissions) }
}

/**
 * Authenticates a support session, whatever the state of the company. When its half hour is over,
 * the browser asks for its next token and gets the one of its own session.
 */
async function authenticateSupport(actor: Claimed): Promise<Actor> {
  if (!(await getLiveSupport(actor.companyId, actor.sessionId))) throw new AppError('ERR_SESSION_EXPIRED')
  return { ...actor, permissions: [] }
}

/**
 * Refuses a disabled company, so that its ended sessions learn why.
 * @throws ERR_COMPANY_DISABLED
 */
async function refuseDisabled(companyId: string): Promise<void> {
  if ((await recentCompany(companyId, true))?.status === false) throw new AppError('ERR_COMPANY_DISABLED')
}

/**
 * Returns the company and connection of a public API call's token, sent as bearer or as
 * `x-api-key`.
 * @throws ERR_UNAUTHORIZED
 */
export async function authenticateApiToken(headers: Headers): Promise<{ companyId: string; connectionId: string }> {
  const token = (bearerOf(headers) ?? headers['x-api-key'] ?? '').trim()
  if (token === '' || token === 'null' || token === 'undefined') throw new AppError('ERR_UNAUTHORIZED')
  const owner = await findByApiToken(token)
  if (!owner) throw new AppError('ERR_UNAUTHORIZED')
  return { companyId: owner.companyId, connectionId: owner.whatsappId }
}
