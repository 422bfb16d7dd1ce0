import { botReplies } from './bot-replies.ts'
import { optionsAt, showOptions } from './option-menu.ts'
import type { PipelineStep } from './pipeline.ts'
import { silenceBot } from './silence-bot.ts'

/**
 * Sends the greeting of the queue that the message led to, with its options; without options the
 * ticket waits for a person.
 */
export const greet: PipelineStep = input => {
  const { state, configuration, ticket, greeting } = input
  if (!greeting) return undefined
  const queue = configuration.queues.find(({ id }) => id === ticket.queueId)
  const first = queue && { queue, option: null }
  if (!first || optionsAt(configuration, first).length === 0)
    return { actions: [silenceBot(ticket.menu, state.now), ...botReplies(greeting)] }
  const shown = showOptions(input, first, greeting)
  // The menu continues from the choice of queues; otherwise it begins here.
  const begins = state.ticket?.menu?.phase !== 'menu' && state.ticket?.menu?.phase !== 'options'
  return begins ? { ...shown, actions: [...shown.actions, { type: 'log', event: 'chatBot' }] } : shown
}
