import { optionsAt, showOptions } from './option-menu.ts'
import { say } from './say.ts'
import { silence } from './silence.ts'
import type { Step } from './turn.ts'

/**
 * Sends the greeting of the queue that the message led to, with its options; without options the
 * ticket waits for a person.
 */
export const greet: Step = turn => {
  const { state, configuration, ticket, greeting } = turn
  if (!greeting) return undefined
  const queue = configuration.queues.find(({ id }) => id === ticket.queueId)
  const first = queue && { queue, option: null }
  if (!first || optionsAt(configuration, first).length === 0)
    return { actions: [silence(ticket.menu, state.now), ...say(greeting)] }
  const shown = showOptions(turn, first, greeting)
  // The menu continues from the choice of queues; otherwise it begins here.
  const begins = state.ticket?.menu?.phase !== 'menu' && state.ticket?.menu?.phase !== 'options'
  return begins ? { ...shown, actions: [...shown.actions, { type: 'log', event: 'chatBot' }] } : shown
}
