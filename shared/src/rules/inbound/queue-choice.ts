import { menuText } from '../queue-menu.ts'
import { say } from './say.ts'
import { MINUTE, type Outcome, type PipelineAction, type PipelineQueue, type Turn } from './turn.ts'

/** Returns the queues a connection offers, in the order of the menu. */
export const choicesOf = ({ configuration: { menuQueueIds, queues } }: Turn): PipelineQueue[] =>
  menuQueueIds.flatMap(id => queues.find(queue => queue.id === id) ?? [])

/** Returns the main menu of a connection with several queues. */
export const queueMenu = (turn: Turn): string =>
  menuText(
    turn.configuration.connection.greetingMessage,
    choicesOf(turn).map(({ name }) => name),
  )

/** Offers the queues to a contact who comes, or returns, to them. */
export function offerQueues(turn: Turn): Outcome {
  const { state, ticket } = turn
  const { timeSendQueue, sendIdQueue } = turn.configuration.connection
  const leaves: PipelineAction[] = ticket.queueId === null ? [] : [{ type: 'queue', queueId: null }]
  const arms: PipelineAction[] =
    timeSendQueue > 0 && sendIdQueue
      ? [{ type: 'arm', timer: 'redirectQueue', dueAt: state.now + timeSendQueue * MINUTE }]
      : []
  return {
    actions: [
      ...leaves,
      { type: 'menu', menu: { phase: 'menu', startedAt: state.now, shownAt: state.now, repeats: 0 }, chatbot: true },
      { type: 'log', event: 'chatBot' },
      ...say({ text: queueMenu(turn), media: null }),
      ...arms,
    ],
    ends: true,
  }
}
