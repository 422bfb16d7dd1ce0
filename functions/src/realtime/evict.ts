import { closeSockets } from './close-sockets.ts'
import { endSupportsBegunBy } from './end-support-session.ts'

/**
 * Ends what depends on a session that is over: its sockets, and the support sessions begun in it.
 * With `sessionId` only of that session, so that a newer one of the same user lives on. A user
 * known to be no super user (`isSuper`) began no support session, and none is looked for. Never
 * throws.
 */
export async function evict(
  companyId: string,
  userId: string,
  action: 'replaced' | 'ended',
  sessionId?: string,
  isSuper = true,
): Promise<void> {
  await Promise.all([
    closeSockets(companyId, userId, action, sessionId),
    isSuper ? endSupportsBegunBy(companyId, userId, sessionId) : undefined,
  ])
}
