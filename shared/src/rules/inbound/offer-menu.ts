import { afterInvalid, chosen, menuText } from '../queue-menu.ts'
import { choicesOf, enterQueue } from './enter-queue.ts'
import { silence } from './silence.ts'
import { MINUTE, type PipelineAction, type Step } from './turn.ts'

/** §4.9: several queues are offered by number; a connection without any greets once. */
export const offerMenu: Step = turn => {
  const { state, message, configuration, ticket } = turn
  const { connection } = configuration
  const { menu } = ticket
  if (ticket.queueId !== null || menu?.phase === 'done') return undefined
  const choices = choicesOf(turn)
  if (choices.length === 0) return { actions: [silence(menu, state.now)], greeting: connection.greetingMessage }

  const text = menuText(connection.greetingMessage, choices)
  if (menu === null) {
    const actions: PipelineAction[] = [
      { type: 'menu', menu: { phase: 'menu', startedAt: state.now, shownAt: state.now, repeats: 0 }, chatbot: true },
      { type: 'log', event: 'chatbot' },
      { type: 'say', step: 0, text },
    ]
    if (connection.timeSendQueue > 0 && connection.sendIdQueue)
      actions.push({ type: 'arm', timer: 'redirectQueue', dueAt: state.now + connection.timeSendQueue * MINUTE })
    return { actions, ends: true }
  }

  const choice = message.kind === 'text' ? chosen(message.body, choices) : undefined
  if (choice) return enterQueue(turn, choice, choice.greetingMessage)
  switch (afterInvalid(menu, connection, state.now)) {
    case 'wait':
      return { actions: [], ends: true }
    case 'stop':
      return { actions: [silence(menu, state.now)], ends: true }
    case 'repeat':
      return {
        actions: [
          { type: 'menu', menu: { ...menu, shownAt: state.now, repeats: menu.repeats + 1 }, chatbot: true },
          { type: 'say', step: 0, text },
        ],
        ends: true,
      }
  }
}
