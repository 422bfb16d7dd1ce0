import { silence } from './silence.ts'
import type { Outcome, PipelineQueue, Turn } from './turn.ts'

/** The ticket gets its queue, and `greeting` is said if the hours allow it. */
export function enterQueue({ state, ticket }: Turn, queue: PipelineQueue, greeting: string): Outcome {
  const silenced = silence(ticket.menu, state.now)
  return {
    actions: [{ type: 'queue', queueId: queue.id }, { type: 'log', event: 'queue' }, silenced],
    ticket: { ...ticket, queueId: queue.id, menu: silenced.menu },
    greeting,
  }
}

/** The queues a connection offers, in the order of the menu. */
export const choicesOf = ({ configuration: { menuQueueIds, queues } }: Turn): PipelineQueue[] =>
  menuQueueIds.flatMap(id => queues.find(queue => queue.id === id) ?? [])
