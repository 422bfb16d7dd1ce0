import { eventName } from '@balcao/shared/events/realtime.ts'
import { listSockets, removeSocket } from '../data/realtime/socket.ts'
import { disconnectSocket } from './gateway.ts'
import { send } from './publish.ts'

/**
 * Closes all sockets of a company that is no longer served, after an event that their session is
 * over.
 */
export async function evictCompany(companyId: string): Promise<void> {
  const payload = { action: 'ended', at: new Date().toISOString() } as const
  const text = JSON.stringify({ event: eventName(companyId, 'auth', payload), payload })
  for (const socket of await listSockets(companyId)) {
    await send(socket, text)
    await disconnectSocket(socket.connectionId)
    await removeSocket(companyId, socket.connectionId)
  }
}
