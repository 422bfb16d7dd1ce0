import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { enqueueTimer } from '../../messaging/enqueue.ts'
import { recordGap } from '../../messaging/record-gap.ts'

/** Delay (ms) by which most messages of a replay are stored. */
const REPLAY_MS = 15_000

/**
 * Records that the connection was down for a while. The event may overtake the messages that came
 * with the replay, which wait in the queue groups of their chats, so it is recorded once more later.
 */
export async function takeGap(event: Extract<InboundEvent, { type: 'gap' }>): Promise<void> {
  await recordGap(event)
  const { companyId, connectionId, from, to, recovered } = event
  if (recovered > 0)
    await enqueueTimer({
      ...{ type: 'recordGap', companyId, connectionId, from, to, recovered },
      dueAt: Date.now() + REPLAY_MS,
    })
}
