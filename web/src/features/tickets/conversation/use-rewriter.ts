import { mayAccess } from '@balcao/shared/access.ts'
import { useUser } from '#/lib/session.ts'
import type { Rewriter } from './message-actions.ts'

/** Returns the user who would edit or delete a message here: the signed-in one. */
export function useRewriter(): Rewriter {
  const user = useUser()
  return { userId: user.id, isAdmin: mayAccess('admin', user) }
}
