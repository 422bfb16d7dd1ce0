import type { Timer } from '@balcao/shared/events/queues.ts'
import { getLane } from '../../data/campaigns/lane.ts'
import { enqueueTick } from '../../messaging/enqueue.ts'

/** A tick later than this (ms) did not come: who was to send it ended before. */
const LATE = 30_000

/** A connection's campaigns should have gone on by now. Where they did, or are due later, nothing is to be done: that tick has a timer of its own. */
export async function renewTick(
  { companyId, connectionId }: Extract<Timer, { type: 'tick' }>,
  now: number,
): Promise<void> {
  const { campaigns, seq, dueAt } = await getLane(companyId, connectionId)
  if (campaigns.length === 0 || dueAt > now) return
  await enqueueTick({ companyId, connectionId, seq, ...(now - dueAt > LATE ? { again: true } : {}) }, 0)
}
