import type { MenuState } from '../queue-menu.ts'
import { choicesOf } from './queue-choice.ts'
import type { Outcome, PipelineAction, PipelineQueue, Saying, Turn } from './turn.ts'

/**
 * Puts the ticket into a queue, which greets if the hours allow it; until then the bot is silent
 * there.
 */
export function enterQueue(
  turn: Turn,
  queue: PipelineQueue,
  event: 'queue' | 'redirect',
  before: readonly PipelineAction[] = [],
): Outcome {
  const { now } = turn.state
  const menu: MenuState = { phase: 'entered', startedAt: now, shownAt: now, repeats: 0 }
  return {
    actions: [
      ...before,
      { type: 'queue', queueId: queue.id },
      { type: 'log', event },
      { type: 'menu', menu, chatbot: false },
    ],
    ticket: { ...turn.ticket, queueId: queue.id, menu },
    greeting: welcomeOf(turn, queue),
  }
}

/**
 * Returns the greeting of a queue. The only queue of a connection greets for the connection, and
 * only if the setting says so.
 */
export function welcomeOf(turn: Turn, { id, greetingMessage, media }: PipelineQueue): Saying {
  const { settings, connection } = turn.configuration
  const [first, ...others] = choicesOf(turn)
  if (first?.id !== id || others.length > 0) return { text: greetingMessage, media }
  if (settings.sendGreetingMessageOneQueues !== 'enabled') return { text: '', media: null }
  return { text: greetingMessage.trim() || connection.greetingMessage, media }
}
