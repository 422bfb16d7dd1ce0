import { type Actor, mayDo } from '../../access.ts'
import type { View } from '../../entities/view.ts'

export type ViewOwner = Actor & { userId: string; queueIds: readonly string[] }

/**
 * Returns whether a user has a view: their own, a shared one of their queues or for everybody, and
 * as somebody who sees all tickets every shared one.
 */
export function mayHaveView(
  { shared, queueIds, userId }: Pick<View, 'shared' | 'queueIds' | 'userId'>,
  owner: ViewOwner,
) {
  if (userId === owner.userId) return true
  if (!shared) return false
  if (queueIds.length === 0 || mayDo('tickets-manager:showall', owner)) return true
  return queueIds.some(id => owner.queueIds.includes(id))
}
