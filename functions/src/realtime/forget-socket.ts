import { listSockets, removeSocket, type SocketRow } from '../data/realtime/socket.ts'
import { showOffline } from './online.ts'
import { chatsOf } from './recipients.ts'
import { publishViewers } from './viewers.ts'

/**
 * Removes a browser's socket: viewers of its open conversation see it leave; without another socket
 * the user is offline.
 */
export async function forgetSocket(socket: SocketRow): Promise<void> {
  const { companyId, userId } = socket
  await removeSocket(companyId, socket.connectionId)
  const left = await listSockets(companyId)
  if (!socket.support && !left.some(other => other.userId === userId && !other.support))
    await showOffline(companyId, userId)
  await Promise.all(chatsOf(socket).map(ticketId => publishViewers(companyId, ticketId)))
}
