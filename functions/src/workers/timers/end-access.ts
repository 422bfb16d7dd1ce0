import type { Timer } from '@balcao/shared/events/queues.ts'
import { listSockets } from '../../data/realtime/socket.ts'
import { getUser } from '../../data/team/user.ts'
import { watchAccessHours } from '../../realtime/watch-access-hours.ts'

type AccessTimer = Extract<Timer, { type: 'endAccess' }>

/**
 * Closes the screens of a user whose access hours have ended; with
 * other hours by now, it looks later.
 */
export async function endAccess({ companyId, userId }: AccessTimer, now: number): Promise<void> {
  const [user, sockets] = await Promise.all([getUser(companyId, userId, true), listSockets(companyId)])
  if (user && sockets.some(socket => socket.userId === userId && !socket.support)) await watchAccessHours(user, now)
}
