import { silence } from './silence.ts'
import type { Step } from './turn.ts'

/** Where the bot has no say: a person speaks from the handset, groups, and whatever comes for a company that may not speak. */
export const keepOut: Step = ({ state, message, ticket, configuration }) => {
  if (message.fromMe) {
    const speaks = ticket.status === 'pending' && ticket.menu?.phase !== 'done'
    return { actions: speaks ? [silence(ticket.menu, state.now)] : [], ends: true }
  }
  return message.group || configuration.silent ? { actions: [], ends: true } : undefined
}
