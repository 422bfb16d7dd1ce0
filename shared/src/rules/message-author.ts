/** Right to edit or delete a message of the company. Pure. Why: decision 0006. */
import type { Message } from '../entities/message.ts'

type AuthoredMessage = Pick<Message, 'fromMe' | 'origin' | 'user'>

/**
 * Returns whether the user may edit or delete the message: its author, or an admin. Bots,
 * campaigns, the public API and the business phone have no author, nor have rows written before
 * authors were stored.
 */
export const mayRewrite = (
  { fromMe, origin, user }: AuthoredMessage,
  by: { userId: string; isAdmin: boolean },
): boolean => fromMe && (by.isAdmin || (origin === 'attendant' && user?.id === by.userId))
