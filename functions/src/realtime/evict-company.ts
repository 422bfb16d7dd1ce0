import { eventName } from '@balcao/shared/events/realtime.ts'
import { listSockets, removeSocket } from '../data/realtime/socket.ts'
import { hangUp } from './gateway.ts'
import { send } from './publish.ts'

/** A company is no longer served: every socket there hears that its session is over, and is closed. */
export async function evictCompany(companyId: string): Promise<void> {
  const payload = { action: 'ended', at: new Date().toISOString() } as const
  const text = JSON.stringify({ event: eventName(companyId, 'auth', payload), payload })
  for (const socket of await listSockets(companyId)) {
    await send(socket, text)
    await hangUp(socket.connectionId)
    await removeSocket(companyId, socket.connectionId)
  }
}
