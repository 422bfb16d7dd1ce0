import { listSockets, type SocketRow } from '../data/realtime/socket.ts'
import { closeSocket } from '../realtime/close-socket.ts'
import { forgetSocket } from '../realtime/forget-socket.ts'

/** Maximum number of browsers and tabs of one user; more are a script, or forgotten tabs. */
export const MAX_SOCKETS = 12

const newestFirst = (a: SocketRow, b: SocketRow): number =>
  b.connectedAt.localeCompare(a.connectedAt) || b.connectionId.localeCompare(a.connectionId)

/**
 * Closes a user's oldest sockets beyond the limit. Each new socket checks after it is stored, so of
 * many that open at once the last check sees all; and one that is among the newest is so for every
 * check, so never too many are closed. Support sockets count for nobody. Returns false when
 * `connectionId` itself is one too many, or was for another check.
 */
export async function limitSockets(companyId: string, userId: string, connectionId: string): Promise<boolean> {
  const sockets = (await listSockets(companyId))
    .filter(socket => socket.userId === userId && !socket.support)
    .sort(newestFirst)
  const surplus = sockets.splice(MAX_SOCKETS)
  await Promise.all(
    surplus.map(async socket => {
      await forgetSocket(socket)
      await closeSocket(socket.connectionId, 'tooMany')
    }),
  )
  return sockets.some(socket => socket.connectionId === connectionId)
}
