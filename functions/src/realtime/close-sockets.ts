import { eventName } from '@balcao/shared/events/realtime.ts'
import { listSockets } from '../data/realtime/socket.ts'
import { logger } from '../http/logger.ts'
import { forgetSocket } from './forget-socket.ts'
import { disconnectSocket } from './gateway.ts'
import { send } from './publish.ts'

/**
 * Closes the sockets of a session that is over, after an event with the reason (`replaced` by a
 * sign-in elsewhere, or `ended`). With `sessionId` only that session's, so that a newer one of the
 * same user lives on. Never throws.
 */
export async function closeSockets(
  companyId: string,
  userId: string,
  action: 'replaced' | 'ended',
  sessionId?: string,
): Promise<void> {
  const payload = { action, at: new Date().toISOString() }
  const text = JSON.stringify({ event: eventName(companyId, 'auth', payload), payload })
  try {
    const sockets = (await listSockets(companyId)).filter(
      socket => socket.userId === userId && (sessionId === undefined || socket.sessionId === sessionId),
    )
    await Promise.all(
      sockets.map(async socket => {
        await send(socket, text)
        await disconnectSocket(socket.connectionId)
        await forgetSocket(socket)
      }),
    )
  } catch (error) {
    logger.error('close sockets', { companyId, error: error as Error })
  }
}
