import { getSocket, ownerOfSocket } from '../data/realtime/socket.ts'
import { forgetSocket } from '../realtime/forget-socket.ts'
import { dropMessageRate } from './handle-client-message.ts'

/** Handles a closed socket. One that we closed is removed already. */
export async function disconnect(connectionId: string): Promise<void> {
  dropMessageRate(connectionId)
  const companyId = await ownerOfSocket(connectionId)
  const socket = companyId ? await getSocket(companyId, connectionId) : undefined
  if (socket) await forgetSocket(socket)
}
