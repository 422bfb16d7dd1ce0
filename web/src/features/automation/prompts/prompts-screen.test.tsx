// @vitest-environment jsdom
import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { NO_TOOLS, type Prompt } from '@balcao/shared/entities/prompt.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { PromptsScreen } from './prompts-screen.tsx'

const at = '2026-11-20T12:00:00.000Z'
const queueId = newId()
const agent: Prompt = {
  ...{ id: newId(), name: 'Vendedora', prompt: 'Você atende os clientes da loja, com frases curtas e educadas.' },
  ...{ hasApiKey: true, model: '', voice: 'texto', hasVoiceKey: false, voiceRegion: '' },
  ...{ maxTokens: 100, temperature: 1, maxMessages: 10, queueId, createdAt: at, updatedAt: at },
  queue: { id: queueId, name: 'Vendas', color: '#16a34a' },
  ...{ tools: NO_TOOLS, mayFinishOrders: false, finishLimit: null, storeId: null, knowledge: false, hours: 'always' },
}

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  backend.on(queue.list, () => ({ body: [] }))
  backend.on(prompts.usage, () => ({ body: { month: '2026-11', tokens: 1200, limit: 5000 } }))
  backend.on(prompts.list, () => ({
    body: {
      prompts: [agent, { ...agent, id: newId(), name: 'Sem chave', hasApiKey: false }],
      hasMore: false,
      nextCursor: null,
    },
  }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

it('says what agents used, which has no key, and keeps a stored key that is not typed anew', async () => {
  backend.on(prompts.update, () => ({ body: { ...agent, maxTokens: 200 } }))
  await renderScreen('/prompts', <PromptsScreen />)
  expect(await screen.findByText(/1[.\s]200 de 5[.\s]000 tokens/)).toBeTruthy()
  expect(screen.getAllByText('Sem chave')).toHaveLength(2)
  await userEvent.click(await screen.findByText('Vendedora'))
  const dialog = await screen.findByRole('dialog', { name: 'Editar agente' })
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^Chave da API/).value).toBe('')
  const most = within(dialog).getByLabelText(/^Máximo de tokens/)
  await userEvent.clear(most)
  await userEvent.type(most, '200')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
  await screen.findByText('Agente salvo')
  const [saved] = backend.calls.filter(({ method }) => method === 'PUT')
  expect(saved!.body).toMatchObject({ maxTokens: 200, queueId })
  expect(saved!.body).not.toHaveProperty('apiKey')
})
