import type { Call } from './api.ts'

/**
 * Adds an AI agent that answers in the queue Vendas and hands over to Suporte.
 * @param more its key, tools and voice
 */
export async function addAgent(call: Call, more: { apiKey: string } & Record<string, unknown>): Promise<void> {
  const queues = await call<{ id: string; name: string }[]>('GET', '/queue')
  const idOf = (name: string) => queues.find(queue => queue.name === name)!.id
  const { id: promptId } = await call('POST', '/prompt', {
    ...{ name: 'Vendedora', prompt: 'Você atende os clientes da loja, com frases curtas e educadas, em português.' },
    ...{ queueId: idOf('Suporte'), ...more },
  })
  await call('PUT', `/queue/${idOf('Vendas')}`, { promptId, greetingMessage: '' })
}
