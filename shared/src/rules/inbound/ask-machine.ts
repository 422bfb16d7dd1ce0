import type { Machine, Step, Turn } from './turn.ts'

/**
 * Asks an integration, else a prompt, of the ticket's queue, else of its connection: it answers
 * instead of the menu until it hands off or a person takes over. The reply is requested after the
 * pipeline, since it takes time. If the bot of the ticket was deleted and there is no other, the
 * menu answers.
 */
export const askMachine: Step = turn => {
  const { ticket } = turn
  if (ticket.menu?.phase === 'done') return undefined
  const standing = ticket.machine && isThere(turn, ticket.machine) ? ticket.machine : null
  const machine = standing ?? machineOf(turn)
  if (!machine)
    return ticket.machine ? { actions: [{ type: 'leaveMachine' }], ticket: { ...ticket, machine: null } } : undefined
  const begins = !standing
  return {
    actions: [{ type: 'ask', machine, begins }, ...(begins ? [{ type: 'log', event: 'chatBot' } as const] : [])],
    ends: true,
  }
}

/**
 * Returns whether the bot exists. A bill look-up belongs to an option and has no row of its own.
 */
const isThere = ({ configuration }: Turn, { kind, id }: Machine): boolean =>
  kind === 'bill' || configuration.machineIds.includes(id)

function machineOf({ ticket, configuration }: Turn): Machine | null {
  const queue = configuration.queues.find(({ id }) => id === ticket.queueId)
  return (queue && named(queue)) ?? named(configuration.connection)
}

function named({ integrationId, promptId }: { integrationId: string | null; promptId: string | null }): Machine | null {
  if (integrationId) return { kind: 'integration', id: integrationId }
  return promptId ? { kind: 'prompt', id: promptId } : null
}
