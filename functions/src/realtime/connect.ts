import { AppError } from '@balcao/shared/errors.ts'
import { addSocket } from '../data/socket.ts'
import { getUser } from '../data/user.ts'
import { authenticateToken } from '../http/authenticate.ts'
import { showOnline } from './online.ts'

/** Lets a browser in by its access token. Answers the HTTP status: 200, 401 or 403. */
export async function connect(connectionId: string, token: string | undefined): Promise<number> {
  try {
    const { companyId, userId, sessionId } = await authenticateToken(token)
    const user = await getUser(companyId, userId)
    if (!user) return 401
    // Before the socket is there: nothing can be said to it yet.
    await showOnline(companyId, userId)
    await addSocket({
      companyId,
      connectionId,
      userId,
      sessionId,
      userName: user.name,
      profile: user.profile,
      super: user.super,
      queueIds: user.queueIds,
      allTicket: user.allTicket,
    })
    return 200
  } catch (error) {
    if (error instanceof AppError) return error.status
    throw error
  }
}
