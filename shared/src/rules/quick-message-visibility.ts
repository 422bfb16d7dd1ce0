import { type Actor, mayDo } from '../access.ts'
import type { QuickMessage } from '../entities/quick-message.ts'

type Subject = Pick<QuickMessage, 'geral' | 'userId' | 'queueIds'>
export type QuickMessageViewer = Actor & { userId: string; queueIds: readonly string[] }

/**
 * Returns whether a user sees a quick message: their own; of the company's those for every queue
 * and those of their queues; as somebody who sees all tickets every one of the company.
 */
export function maySeeQuickMessage({ geral, userId, queueIds }: Subject, viewer: QuickMessageViewer): boolean {
  if (userId === viewer.userId) return true
  if (!geral) return false
  if (queueIds.length === 0 || mayDo('tickets-manager:showall', viewer)) return true
  return queueIds.some(id => viewer.queueIds.includes(id))
}

/** Returns whether a quick message is offered in tickets of a queue; null: tickets without one. */
export const isOfferedIn = ({ queueIds }: Pick<Subject, 'queueIds'>, queueId: string | null): boolean =>
  queueIds.length === 0 || (queueId !== null && queueIds.includes(queueId))
