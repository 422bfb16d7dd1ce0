import { API_CALLS_PER_MINUTE } from '@balcao/shared/entities/api-token.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { takeApiCall } from '../../data/company/api-token.ts'
import type { Actor } from '../context.ts'
import { requirePaidNow } from '../require-paid.ts'

/**
 * Returns the token that calls as an admin of its company, and says in the answer's
 * headers how many calls it has left.
 * @throws ERR_UNAUTHORIZED, ERR_API_TOKEN_EXPIRED, ERR_TOO_MANY_REQUESTS, ERR_COMPANY_EXPIRED,
 * ERR_COMPANY_DISABLED
 */
export async function authenticateMachine(
  token: string | undefined,
  setHeader: (name: string, value: string) => void,
): Promise<Actor> {
  const call = token ? await takeApiCall(token) : undefined
  if (!call) throw new AppError('ERR_UNAUTHORIZED')
  const { id, companyId, name, sandbox, scopes, until = null } = call.token
  setHeader('ratelimit-limit', String(API_CALLS_PER_MINUTE))
  setHeader('ratelimit-remaining', String(call.remaining))
  setHeader('ratelimit-reset', String(call.reset))
  if (until !== null && until <= Date.now()) throw new AppError('ERR_API_TOKEN_EXPIRED')
  if (call.spent) throw new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: call.reset } })
  try {
    await requirePaidNow(companyId, { super: false })
  } catch (error) {
    // A deleted company has no tokens; this one is about to go.
    if (error instanceof AppError && error.code === 'ERR_SESSION_ENDED') throw new AppError('ERR_UNAUTHORIZED')
    throw error
  }
  return {
    ...{ userId: id, companyId, profile: 'admin', super: false, permissions: [], sessionId: id },
    machine: { name, sandbox, scopes, until },
  }
}
