import type { Bot, PipelineInput, PipelineStep } from './pipeline.ts'

/**
 * Asks an integration, else a prompt, of the ticket's queue, else of its connection: it answers
 * instead of the menu until it hands off or a person takes over. The reply is requested after the
 * pipeline, since it takes time. If the bot of the ticket was deleted and there is no other, the
 * menu answers.
 */
export const askBot: PipelineStep = input => {
  const { ticket } = input
  if (ticket.menu?.phase === 'done') return undefined
  const current = ticket.bot && isThere(input, ticket.bot) ? ticket.bot : null
  const bot = current ?? botOf(input)
  if (!bot) return ticket.bot ? { actions: [{ type: 'leaveBot' }], ticket: { ...ticket, bot: null } } : undefined
  const begins = !current
  return {
    actions: [{ type: 'askBot', bot, begins }, ...(begins ? [{ type: 'log', event: 'chatBot' } as const] : [])],
    ends: true,
  }
}

/**
 * Returns whether the bot exists. A bill look-up belongs to an option and has no row of its own.
 */
const isThere = ({ configuration }: PipelineInput, { kind, id }: Bot): boolean =>
  kind === 'bill' || configuration.botIds.includes(id)

function botOf({ ticket, configuration }: PipelineInput): Bot | null {
  const queue = configuration.queues.find(({ id }) => id === ticket.queueId)
  return (queue && named(queue)) ?? named(configuration.connection)
}

function named({ integrationId, promptId }: { integrationId: string | null; promptId: string | null }): Bot | null {
  if (integrationId) return { kind: 'integration', id: integrationId }
  return promptId ? { kind: 'prompt', id: promptId } : null
}
