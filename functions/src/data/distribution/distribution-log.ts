import type { DistributionReason } from '@balcao/shared/entities/distribution.ts'
import type { DistributionDecision } from '@balcao/shared/entities/distribution-decision.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { newId, timeOfId } from '@balcao/shared/ids.ts'
import { z } from 'zod'
import { instant } from '../instant.ts'
import { defineRow } from '../table/define-row.ts'
import { queryItems } from '../table/query-items.ts'
import { removePartition } from '../table/remove-keys.ts'
import { put, type Write } from '../table/transact.ts'
import { removeOfGoneTickets } from '../tickets/gone-tickets.ts'
import type { TicketRow } from '../tickets/ticket-row.ts'

/** Entries that are shown, and how long they are kept, seconds. */
const MAX_LOGGED = 200
const KEPT_SECONDS = 30 * 86_400

const DECISIONS = defineRow({
  kind: 'distributionDecision',
  key: { pk: '${companyId}#distribution-log#${queueId}', sk: '${decisionId}' },
  content: z.object({
    companyId: z.string(),
    queueId: z.string(),
    decisionId: z.string(),
    ticketId: z.string(),
    contactName: z.string(),
    user: z.custom<UserRef>().optional(),
    reason: z.custom<DistributionReason>(),
    open: z.number().optional(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

/** Returns the write of an entry in a queue's log. */
export function decisionWrite(
  { companyId, id: ticketId, contact }: TicketRow,
  queueId: string,
  decision: { reason: DistributionReason; user?: UserRef; open?: number },
): Write {
  const decisionId = newId()
  const expiresAt = Math.ceil(Date.now() / 1000) + KEPT_SECONDS
  const row = { companyId, queueId, decisionId, ticketId, contactName: contact.name, ...decision, expiresAt }
  return put('decision', DECISIONS.create(row))
}

/**
 * Removes from a queue's log what is about tickets that are gone; continues below `from`. Returns
 * the next position, or null at the end.
 */
export const removeDecisionsOfGoneTickets = (companyId: string, queueId: string, from: string | null) =>
  removeOfGoneTickets(companyId, DECISIONS.query({ companyId, queueId }, from ? { below: from } : undefined))

/** Deletes the log of a deleted queue. */
export const removeDecisions = (companyId: string, queueId: string): Promise<void> =>
  removePartition(DECISIONS.query({ companyId, queueId }))

/** Reads the last decisions of a queue, newest first. */
export async function lastDecisions(companyId: string, queueId: string): Promise<DistributionDecision[]> {
  const { attributes } = DECISIONS
  const { items } = await queryItems(DECISIONS.query({ companyId, queueId }), MAX_LOGGED, { attributes })
  return items.map(item => {
    const {
      decisionId: id,
      ticketId,
      contactName,
      user,
      reason,
      open,
    } = DECISIONS.parse(item as Record<string, unknown>)!
    const createdAt = instant(timeOfId(id))
    return { id, ticketId, contactName, user: user ?? null, reason, open: open ?? null, createdAt }
  })
}
