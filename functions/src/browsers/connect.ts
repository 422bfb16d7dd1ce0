import { AppError, ERRORS } from '@balcao/shared/errors.ts'
import { addSocket } from '../data/realtime/socket.ts'
import { getUser } from '../data/team/user.ts'
import { authenticateToken } from '../http/authenticate.ts'
import { createRateLimiter } from '../http/rate-limiter.ts'
import { verifyAccessToken } from '../http/tokens.ts'
import { showOnline } from '../realtime/online.ts'
import { watchAccessHours } from '../realtime/watch-access-hours.ts'
import { limitSockets } from './limit-sockets.ts'

/**
 * Rate of a user's new sockets: all tabs of a browser that was started, then one every two seconds.
 */
const connects = createRateLimiter({ burst: 40, perSecond: 0.5 })

const TOO_MANY = ERRORS.ERR_TOO_MANY_REQUESTS.status

/**
 * Accepts a browser by its access token. Returns the HTTP status: 200, 401, 403, or 429 when
 * sockets open too fast or are too many.
 */
export async function connect(connectionId: string, token: string | undefined): Promise<number> {
  try {
    if (token) {
      // The signature alone identifies the user: one who comes too often is refused before anything
      // is read.
      const { userId } = await verifyAccessToken(token)
      if (connects.take(userId, Date.now()) !== 'pass') return TOO_MANY
    }
    const { companyId, userId, sessionId, support } = await authenticateToken(token)
    const user = await getUser(companyId, userId)
    if (!user) return 401
    await addSocket({
      companyId,
      connectionId,
      userId,
      sessionId,
      ...(support ? { support: true } : {}),
      userName: support ? support.name : user.name,
      profile: user.profile,
      super: user.super,
      queueIds: user.queueIds,
      permissions: [...user.permissions],
      allTicket: user.allTicket,
    })
    // Only after the socket is stored: the end of an earlier one, handled at the same time, counts
    // it and takes nobody offline.
    if (!support) await Promise.all([showOnline(companyId, userId), watchAccessHours(user)])
    return support || (await limitSockets(companyId, userId, connectionId)) ? 200 : TOO_MANY
  } catch (error) {
    if (error instanceof AppError) return error.status
    throw error
  }
}
