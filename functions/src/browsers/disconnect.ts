import { getSocket, ownerOfSocket } from '../data/realtime/socket.ts'
import { forgetSocket } from '../realtime/forget-socket.ts'
import { forgetWords } from './hear.ts'

/** A browser left. One that was shown the door is forgotten already. */
export async function disconnect(connectionId: string): Promise<void> {
  forgetWords(connectionId)
  const companyId = await ownerOfSocket(connectionId)
  const socket = companyId ? await getSocket(companyId, connectionId) : undefined
  if (socket) await forgetSocket(socket)
}
