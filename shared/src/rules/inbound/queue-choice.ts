import { type FormedMenu, formMenu } from '../menu-form.ts'
import { botReplies } from './bot-replies.ts'
import { menuFormOf } from './menu-form-of.ts'
import { MINUTE, type PipelineAction, type PipelineInput, type PipelineQueue, type StepResult } from './pipeline.ts'

/** Returns the queues a connection offers, in the order of the menu. */
export const choicesOf = ({ configuration: { menuQueueIds, queues } }: PipelineInput): PipelineQueue[] =>
  menuQueueIds.flatMap(id => queues.find(queue => queue.id === id) ?? [])

/** Place of the main menu in the ids of its choices. */
export const QUEUES = 'queues'

/**
 * Returns the main menu of a connection with several queues.
 * @param page page of its list, from 1
 */
export const queueMenu = (input: PipelineInput, page?: number): FormedMenu =>
  formMenu(
    menuFormOf(input.configuration),
    {
      place: QUEUES,
      heading: input.configuration.connection.greetingMessage,
      names: choicesOf(input).map(({ name }) => name),
    },
    page,
  )

/** Offers the queues to a contact who comes, or returns, to them. */
export function offerQueues(input: PipelineInput): StepResult {
  const { state, ticket } = input
  const { timeSendQueue, sendIdQueue } = input.configuration.connection
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
      ...botReplies({ ...queueMenu(input), media: null }),
      ...arms,
    ],
    ends: true,
  }
}
