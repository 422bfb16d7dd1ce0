import { enterQueue } from './enter-queue.ts'
import type { PipelineStep } from './pipeline.ts'
import { choicesOf } from './queue-choice.ts'

/**
 * Puts the ticket into the connection's only queue without asking (decision 0015), whatever the
 * hour and whoever wrote, so that it waits where attendants see it. A contact whom a person served
 * before gets no message.
 */
export const enterOnlyQueue: PipelineStep = input => {
  const { ticket } = input
  if (ticket.queueId !== null || ticket.userId !== null || ticket.status !== 'pending') return undefined
  const [only, ...others] = choicesOf(input)
  if (!only || others.length > 0) return undefined
  if (ticket.menu?.phase !== 'done') return enterQueue(input, only, 'queue')
  return {
    actions: [
      { type: 'queue', queueId: only.id },
      { type: 'log', event: 'queue' },
    ],
    ticket: { ...ticket, queueId: only.id },
  }
}
