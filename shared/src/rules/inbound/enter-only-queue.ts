import { choicesOf, enterQueue } from './enter-queue.ts'
import type { Step } from './turn.ts'

/**
 * §4.6, §4.9: a connection with one queue does not ask. The ticket is in it whatever the hour and whoever wrote, so that it
 * waits where it will be seen; it is greeted only when the setting says so.
 */
export const enterOnlyQueue: Step = turn => {
  const { ticket, configuration } = turn
  if (ticket.queueId !== null || ticket.userId !== null || ticket.status !== 'pending') return undefined
  const [only, ...others] = choicesOf(turn)
  if (!only || others.length > 0) return undefined
  const greets = configuration.settings.sendGreetingMessageOneQueues === 'enabled'
  return enterQueue(turn, only, greets ? only.greetingMessage || configuration.connection.greetingMessage : '')
}
