import { silence } from './silence.ts'
import type { Step } from './turn.ts'

/**
 * Stops the bot where it must not answer: a person writes on the business phone, groups, and all
 * messages of a company that may not send.
 */
export const keepOut: Step = ({ state, message, ticket, configuration }) => {
  if (message.fromMe) {
    const speaks = ticket.status === 'pending' && ticket.menu?.phase !== 'done'
    return { actions: speaks ? [silence(ticket.menu, state.now)] : [], ends: true }
  }
  return message.group || configuration.silent ? { actions: [], ends: true } : undefined
}
