import type { Machine, Step, Turn } from './turn.ts'

/**
 * §4.8: an integration, else an AI agent, of the ticket's queue, else of its connection, answers in the bot's place until it hands over
 * or a person takes the ticket. It is asked behind the pipeline, as what it says takes its time.
 */
export const askMachine: Step = turn => {
  const { ticket } = turn
  if (ticket.menu?.phase === 'done') return undefined
  const machine = ticket.machine ?? machineOf(turn)
  if (!machine) return undefined
  const begins = !ticket.machine
  return {
    actions: [{ type: 'ask', machine, begins }, ...(begins ? [{ type: 'log', event: 'chatBot' } as const] : [])],
    ends: true,
  }
}

function machineOf({ ticket, configuration }: Turn): Machine | null {
  const queue = configuration.queues.find(({ id }) => id === ticket.queueId)
  return (queue && named(queue)) ?? named(configuration.connection)
}

function named({ integrationId, promptId }: { integrationId: string | null; promptId: string | null }): Machine | null {
  if (integrationId) return { kind: 'integration', id: integrationId }
  return promptId ? { kind: 'prompt', id: promptId } : null
}
