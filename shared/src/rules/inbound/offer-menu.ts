import { answerOf, repeatMenu, turnPage } from './answer-menu.ts'
import { enterQueue } from './enter-queue.ts'
import type { PipelineStep } from './pipeline.ts'
import { choicesOf, offerQueues, QUEUES, queueMenu } from './queue-choice.ts'

/** Offers several queues by number; a connection without queues greets once (decision 0027). */
export const offerMenu: PipelineStep = input => {
  const { message, configuration, ticket } = input
  const { menu } = ticket
  if (ticket.queueId !== null || menu?.phase === 'done') return undefined
  const choices = choicesOf(input)
  if (choices.length === 0)
    return { actions: [], greeting: { text: configuration.connection.greetingMessage, media: null } }
  // A contact in the options of a deleted queue begins again.
  if (menu?.phase !== 'menu') return offerQueues(input)
  const answer = answerOf(
    message,
    QUEUES,
    choices.map(({ name }) => name),
  )
  if (typeof answer === 'object') return turnPage(queueMenu(input, answer.page))
  const choice = typeof answer === 'number' ? choices[answer - 1] : undefined
  return choice ? enterQueue(input, choice, 'queue') : repeatMenu(input, menu, queueMenu(input))
}
