import type { MenuState } from '../queue-menu.ts'
import type { PipelineAction, PipelineInput, PipelineQueue, ReplyText, StepResult } from './pipeline.ts'
import { choicesOf } from './queue-choice.ts'

/**
 * Puts the ticket into a queue, which greets if the hours allow it; until then the bot is silent
 * there.
 */
export function enterQueue(
  input: PipelineInput,
  queue: PipelineQueue,
  event: 'queue' | 'redirect',
  before: readonly PipelineAction[] = [],
): StepResult {
  const { now } = input.state
  const menu: MenuState = { phase: 'entered', startedAt: now, shownAt: now, repeats: 0 }
  return {
    actions: [
      ...before,
      { type: 'queue', queueId: queue.id },
      { type: 'log', event },
      { type: 'menu', menu, chatbot: false },
    ],
    ticket: { ...input.ticket, queueId: queue.id, menu },
    greeting: welcomeOf(input, queue),
  }
}

/**
 * Returns the greeting of a queue. The only queue of a connection greets for the connection, and
 * only if the setting says so.
 */
export function welcomeOf(input: PipelineInput, { id, greetingMessage, media }: PipelineQueue): ReplyText {
  const { settings, connection } = input.configuration
  const [first, ...others] = choicesOf(input)
  if (first?.id !== id || others.length > 0) return { text: greetingMessage, media }
  if (settings.sendGreetingMessageOneQueues !== 'enabled') return { text: '', media: null }
  return { text: greetingMessage.trim() || connection.greetingMessage, media }
}
