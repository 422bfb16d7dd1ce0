import { answerOf, repeatMenu } from './answer-menu.ts'
import { enterQueue } from './enter-queue.ts'
import { choicesOf, offerQueues, queueMenu } from './queue-choice.ts'
import type { Step } from './turn.ts'

/** Offers several queues by number; a connection without queues greets once (decision 0027). */
export const offerMenu: Step = turn => {
  const { message, configuration, ticket } = turn
  const { menu } = ticket
  if (ticket.queueId !== null || menu?.phase === 'done') return undefined
  const choices = choicesOf(turn)
  if (choices.length === 0)
    return { actions: [], greeting: { text: configuration.connection.greetingMessage, media: null } }
  // A contact in the options of a deleted queue begins again.
  if (menu?.phase !== 'menu') return offerQueues(turn)
  const answer = answerOf(
    message,
    choices.map(({ name }) => name),
  )
  const choice = typeof answer === 'number' ? choices[answer - 1] : undefined
  return choice ? enterQueue(turn, choice, 'queue') : repeatMenu(turn, menu, queueMenu(turn))
}
