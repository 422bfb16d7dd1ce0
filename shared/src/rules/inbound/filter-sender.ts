import type { PipelineStep } from './pipeline.ts'
import { silenceBot } from './silence-bot.ts'

/**
 * Stops the bot where it must not answer: a person writes on the business phone, groups, and all
 * messages of a company that may not send.
 */
export const filterSender: PipelineStep = ({ state, message, ticket, configuration }) => {
  if (message.fromMe) {
    const isBotActive = ticket.status === 'pending' && ticket.menu?.phase !== 'done'
    return { actions: isBotActive ? [silenceBot(ticket.menu, state.now)] : [], ends: true }
  }
  return message.group || configuration.silent ? { actions: [], ends: true } : undefined
}
